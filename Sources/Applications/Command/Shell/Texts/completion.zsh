#compdef connectivityctl
# Completion of connectivityctl(1) for zsh; "connectivityctl completions zsh" prints it.

_connectivityctl() {
    local -a entries
    if ((CURRENT == 2)) || [[ CURRENT -eq 3 && $words[2] == help ]]; then
        entries=(
@FIRST@
            'help:Print the help of a command.'
        )
        _describe command entries
        return
    fi
    local verb=$words[2]
    case $verb in
@GROUPS@
    esac
    shift words
    ((CURRENT -= 1))
    case $verb in
@VERBS@
    esac
}

_connectivityctl "$@"
