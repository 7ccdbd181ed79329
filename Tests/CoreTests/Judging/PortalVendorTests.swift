import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityJudging

/// Tests small differences, and signs that must not name a vendor; the fixtures have one recording per vendor.
@Suite struct `The vendor of a portal` {
    private func vendor(_ exchange: ProbeExchange) -> String? {
        ExchangeJudge([PortalSignals()]).verdict(on: exchange, expecting: StatusCode(204)).portal?.vendor
    }

    @Test(arguments: [
        ("https://portal.example/?UI=1&NI=00&UIP=192.0.2.9&MA=00&RN=1&SIP=192.0.2.1", "Nomadix"),
        ("https://portal.example/?ga_ssid=a&ga_ap_mac=00&ga_srvr=192.0.2.1", "Cambium"),
        ("https://portal.example/?hs_server=192.0.2.1&Qv=it_q", "Extreme"),
        ("https://portal.example/?hwc_ip=192.0.2.1&hwc_port=80&wlan=1", "Extreme"),
        ("https://portal.example/?wlan_id=1&ap_mac=00&client_mac=00&url=x", "Juniper Mist"),
        ("https://portal.example/?clientmac=00&clientip=1&switchmac=00&switchip=1", "Alcatel-Lucent"),
        ("https://portal.example/?uaddress=192.0.2.9&umac=00", "Huawei"),
        ("https://portal.example/portal?userip=1&usermac=00&userurl=x", "H3C"),
        ("https://192.0.2.1:6082/php/uid.php?vsys=1&rule=0&url=x", "Palo Alto Networks"),
        ("https://192.0.2.1/connect/PortalMain", "Check Point"),
        ("http://192.0.2.1:8090/httpclient.html", "Sophos"),
        ("http://192.0.2.1/swarm.cgi?opcode=cp_generate&orig_url=x", "Aruba"),
        ("http://captive.apple.com/?arubalp=00", "Aruba"),
        ("http://192.0.2.1:1013/cgi-bin/index.cgi?redirect=x", "IPFire"),
        ("http://status.client/?fas=REDACTED", "openNDS"),
        ("https://portal.example/fas?fas=REDACTED&iv=REDACTED", "openNDS"),
        ("http://192.0.2.1:2050/splash.html?redir=x", "nodogsplash"),
        ("http://192.0.2.1/login?DST=x", "MikroTik"),
    ])
    func `The vendor is recognized by the sign-in URL`(location: String, expected: String) {
        expect(vendor(.answer(302, headers: ["Location": location])), expected)
    }

    @Test(arguments: [
        "https://portal.example/", "https://portal.example/login", "https://portal.example/?dst=x",
        "https://portal.example/user/login?dst=x", "https://portal.example/login?dest=x",
        "https://network-auth.com.example/", "https://portal.example/?switch_url=x",
        "https://portal.example/?res=notyet",
        "https://portal.example/index.php?zone=1", "https://portal.example/?mac=00&ip=1&ssid=a&url=x",
        "https://portal.example/guest/s/?ap=1", "https://portal.example:3990/", "javascript:arubalp",
    ])
    func `The vendor is not guessed from signs that many gateways share`(location: String) {
        expect(vendor(.answer(302, headers: ["Location": location])), nil)
    }

    @Test func `The vendor is not recognized by the requested URL`() {
        let asked: HTTPURL = "http://a.example/login?dst=x"
        expect(vendor(.answer(200, "<input type=password>", url: asked)), nil)
        expect(vendor(.answer(511, url: asked)), nil)
    }

    @Test func `The vendor is recognized by header fields and the body, without case`() {
        let form = "<form method=post><input type=password></form>"
        expect(vendor(.answer(200, form, headers: ["Server": "MikroTik HttpProxy"])), "MikroTik")
        expect(vendor(.answer(200, form + "<!--DR.COMWEBLOGINID_0.HTM-->")), "Dr.COM")
        let far = String(repeating: " ", count: 70000)
        expect(vendor(.answer(200, form + far + "<!--Dr.COMWebLoginID_0.htm-->")), nil)
        expect(vendor(.answer(200, form + #"<input name="dst">"#)), nil)
    }

    @Test func `The texts of vendor fingerprints are in lower case`() {
        for fingerprint in PortalFingerprint.table {
            #expect(!fingerprint.signs.isEmpty)
            for sign in fingerprint.signs {
                switch sign {
                case .host(let text), .path(let text), .url(let text), .body(let text), .header(_, let text):
                    #expect(!text.isEmpty && text == text.lowercased(), "\(fingerprint)")
                case .parameters(let names):
                    #expect(!names.isEmpty && names.allSatisfy { $0 == $0.lowercased() }, "\(fingerprint)")
                case .port(let port):
                    #expect(port > 0)
                }
            }
        }
    }
}
