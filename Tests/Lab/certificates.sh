# The lab's own authority and certificates, and those of somebody who intercepts.

authority() { # FILE NAME
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj "/CN=$2" \
        -keyout $lab/pki/$1.key -out $lab/pki/$1.crt -addext basicConstraints=critical,CA:TRUE 2> /dev/null
}

certificate() { # FILE AUTHORITY NAMES: for these host names, commas between them
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" -keyout $lab/pki/$1.key 2> /dev/null |
        openssl x509 -req -CA $lab/pki/$2.crt -CAkey $lab/pki/$2.key -CAcreateserial -days "${4:-30}" 2> /dev/null \
            -extfile <(printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth\n' "$3") > $lab/pki/$1.crt
    cat $lab/pki/$2.crt >> $lab/pki/$1.crt
}

make_certificates() {
    local names known
    names=$(awk '{ printf "%sDNS:%s", (NR > 1 ? "," : ""), $1 }' $lab/settings/names)
    authority root "Lab Root"
    authority root-2 "Another Lab Root"
    authority root-3 "The Third Lab Root"
    authority old "Nobody's Root"
    authority interceptor "Somebody On The Way"
    known=DNS:dns.quad9.net,IP:1.1.1.1,IP:8.8.8.8,IP:9.9.9.9,IP:2606:4700:4700::1111,IP:2001:4860:4860::8888,IP:2620:fe::fe
    certificate genuine root "$names,$known"
    certificate genuine-2 root-2 "$names,$known"
    certificate genuine-3 root-3 "$names,$known"
    certificate intercepted interceptor "$names,DNS:dns.quad9.net"
    certificate portal root DNS:portal.lab
    certificate other-host root DNS:hotel-wifi.example
    certificate self-signed interceptor DNS:portal.lab
    certificate expired root "$names" -1
    (export "${past[@]}" && certificate past root "$names,IP:1.1.1.1,IP:8.8.8.8,IP:9.9.9.9")
    # The store of those who trust them all.
    cat $lab/pki/root-{2,3}.crt >> $lab/pki/root.crt
}
