import ConnectivityCommandTools
import ConnectivityKit

/// `connectivityctl completions`: prints the completion of the command for a shell.
enum CompletionsVerb: Verb {
    static let grammar = Grammar(
        name: "completions",
        summary: "Print the completion of this command for a shell.",
        operands: "bash|zsh|fish",
        notes: """
            For bash, write it to a file named connectivityctl in ~/.local/share/bash-completion/completions; for zsh, to
            _connectivityctl in a folder of $fpath; for fish, to ~/.config/fish/completions/connectivityctl.fish. The Debian
            package brings all three.
            """
    )

    private enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard arguments.operands.count == 1, let shell = Shell(rawValue: arguments.operands[0]) else {
            let nearest = arguments.operands.first.map(Shell.allCases.map(\.rawValue).suggestion) ?? ""
            throw arguments.usage("name one shell: bash, zsh or fish\(nearest)")
        }
        let offers = Offers(console.registry)
        switch shell {
        case .bash: console.print(offers.bash)
        case .zsh: console.print(offers.zsh)
        case .fish: console.print(offers.fish)
        }
        return .success
    }
}
