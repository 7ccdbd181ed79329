import ConnectivityCommandTools
import ConnectivityKit

/// `connectivityctl manual`: prints manual pages from the grammar of the arguments.
enum ManualVerb: Verb {
    static let grammar = Grammar(
        name: "manual",
        summary: "Print a manual page of this command, for man.",
        operands: "[COMMAND|configuration]",
        options: [.value("output", "FOLDER", "write all pages to this folder instead; it must exist")],
        notes: """
            Without a command, the page is the overview; "configuration" is the page about the file that --config reads, with
            all components of this build. The pages are in the language mdoc, which man and mandoc show: connectivityctl manual
            check | man -l -
            """
    )

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let pages = pages(console.registry)
        if let folder = try arguments.folder("output") {
            guard arguments.operands.isEmpty else {
                throw arguments.usage("--output writes all pages; leave out COMMAND")
            }
            for page in pages {
                let path = "\(folder)/\(page.name).\(page.section)"
                try OutputFile.write(Array((page.text + "\n").utf8), to: path)
                console.print(path.printable(limit: 300))
            }
            return .success
        }
        let name = (["connectivityctl"] + arguments.operands).joined(separator: "-")
        guard let page = pages.first(where: { $0.name == name }) else {
            let words = arguments.operands.joined(separator: " ").printable(limit: 60)
            let known = CommandLineTool.verbs.map { $0.grammar.name } + ["configuration"]
            let nearest = known.nearest(to: arguments.operands.joined(separator: " ")).map { "did you mean \($0)?" }
            let advice = nearest ?? "name a command or configuration"
            throw arguments.usage("there is no page about \"\(words)\"; \(advice)")
        }
        console.print(page.text)
        return .success
    }

    static func pages(_ registry: PluginRegistry) -> [ManualPage] {
        let grammars = CommandLineTool.verbs.map { $0.grammar }
        return [.overview(grammars), .configuration(registry)] + grammars.map(ManualPage.init)
    }
}
