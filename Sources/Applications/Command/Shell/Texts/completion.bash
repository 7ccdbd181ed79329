# Completion of connectivityctl(1) for bash; "connectivityctl completions bash" prints it.

_connectivityctl() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]}
    local words= kind= index
    # bash makes a separate word of an equals sign.
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case "$verb ${COMP_WORDS[2]}" in @PAIRS@) verb+=" ${COMP_WORDS[2]}" ;; esac
    case $COMP_CWORD,${COMP_WORDS[1]} in
        1,*) words='@FIRST@ help --help --version' ;;
        2,help) words='@FIRST@' ;;
@GROUPS@
        *)
            case $verb in
@VERBS@
            esac
            ;;
    esac
    # What follows -- is another command line.
    for ((index = 1; index < COMP_CWORD; index++)); do
        [[ ${COMP_WORDS[index]} == -- ]] || continue
        words= kind=files
        ((index < COMP_CWORD - 1)) || kind=programs
        break
    done
    [[ $current != -* ]] || kind=
    COMPREPLY=()
    case $kind in
        files)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            ;;
        programs)
            mapfile -t COMPREPLY < <(compgen -c -- "$current" | sort -u)
            [[ $current != */* ]] || compopt -o filenames
            ;;
        scopes) words="$(command ls /sys/class/net 2>/dev/null) each-interface underlay" ;;
        list) [[ $current != *,* ]] || words=$(printf "${current%,*},%s " $words) ;;
    esac
    [[ -z $words ]] || mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -F _connectivityctl connectivityctl
