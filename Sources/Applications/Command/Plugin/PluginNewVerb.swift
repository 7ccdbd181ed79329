#if os(Linux)
import ConnectivityCommandTools
import ConnectivityKit

/// `connectivityctl plugin new`: creates a folder with the beginning of a plugin.
enum PluginNewVerb: Verb {
    static let grammar = Grammar(
        name: "plugin new",
        summary: "Make a folder with a plugin in another language: source, a test and a configuration.",
        operands: "NAME",
        options: [
            .value("language", "sh|python|c|swift", "the language; sh needs jq (default python)"),
            .value("kind", "validator|prober|notifier|source|sign-in", "what the plugin carries (default validator)"),
            .value("output", "FOLDER", "the folder to make (default NAME)"),
        ],
        notes: """
            NAME consists of lower-case words joined by dots, such as example.pong, and begins with a name that you own. The
            folder has a README that says how to build, test and use the plugin. An existing folder is not changed.
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        guard arguments.operands.count == 1, let name = arguments.operands.first else {
            throw arguments.usage("needs one NAME")
        }
        let words = name.split(separator: ".", omittingEmptySubsequences: false)
        let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
        guard words.count >= 2, name.utf8.count <= 80,
            words.allSatisfy({ $0.first?.isLetter == true && letters.isSuperset(of: $0) })
        else {
            throw arguments.usage(
                "NAME needs two or more words of lower-case letters, digits and hyphens, such as example.pong"
            )
        }
        let language = try arguments.choice("language", of: PluginTemplate.self) ?? .python
        let kind = try arguments.choice("kind", of: PluginTemplate.Kind.self) ?? .validator
        let folder = try arguments.folder("output") ?? name
        guard !OutputFile.isThere(folder) else {
            throw CommandError.noOutput(
                "\(folder.printable(limit: 200)) exists already; choose another name or --output"
            )
        }
        try OutputFile.makeFolder(folder)
        for file in language.files(name, kind) {
            let path = "\(folder)/\(file.path)"
            if let end = path.lastIndex(of: "/") { try OutputFile.makeFolder(String(path[..<end])) }
            try OutputFile.write(Array(file.text.utf8), to: path, permissions: file.isExecutable ? 0o755 : nil)
            console.print(path.printable(limit: 300))
        }
        return .success
    }
}
#endif
