import ConnectivityCore
import ConnectivityEmulation
import ConnectivityKit

/// `connectivityctl detectors`: lists the clients whose checks can be emulated.
enum DetectorsVerb: Verb {
    static let grammar = Grammar(
        name: "detectors",
        summary: "List the clients whose checks \"emulate\" re-implements, with their requests and rules.",
        options: [.flag("json", "print JSON")],
        notes: "These are re-implementations of documented or published rules, not the clients themselves."
    )

    private struct Row: Encodable {
        var name, system: String
        var asks: [String]
        var readsPortalAPI: Bool
        var expects, source: String
    }

    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        if arguments.has("json") {
            try console.printJSON(
                console.registry.detectors.map { detector in
                    Row(
                        name: detector.name,
                        system: detector.system,
                        asks: detector.questions.map(\.subject),
                        readsPortalAPI: detector.readsPortalAPI,
                        expects: detector.expects,
                        source: detector.source
                    )
                }
            )
        } else {
            var table = Table(["detector", "item", "value"])
            for detector in console.registry.detectors {
                table.add([detector.name, "system", detector.system])
                for question in detector.questions { table.add(["", "asks", question.subject]) }
                if detector.readsPortalAPI {
                    table.add(["", "asks", "the captive portal API that the network announces"])
                }
                table.add(["", "expects", detector.expects])
                table.add(["", "source", detector.source])
            }
            console.print(table.text)
        }
        return .success
    }
}
