# Completion of connectivityctl(1) for fish; "connectivityctl completions fish" prints it.

# Whether the command line begins with these words.
function __connectivityctl_in
    set -l words (commandline -opc)[2..-1]
    set -l last (count $argv)
    test (count $words) -ge $last; and test "$words[1..$last]" = "$argv"
end

# Whether the command line has these words and no more.
function __connectivityctl_at
    set -l words (commandline -opc)[2..-1]
    test "$words" = "$argv"
end

complete -c connectivityctl -f
complete -c connectivityctl -n '__connectivityctl_at' -a help -d 'Print the help of a command.'
complete -c connectivityctl -n '__connectivityctl_at' -l version -d 'Print the version.'
