import ConnectivityCommandTools
import ConnectivityKit

/// The sufficient accesses of a command, from its option `--access`.
struct AccessList: CustomStringConvertible {
    static let grammar = Grammar.Option.value(
        "access",
        "ACCESS[,ACCESS]",
        "the access that is good enough: \(all.joined(separator: ", ")) (default online)"
    )

    /// The possible accesses; `determining` is not a finding.
    static let all = ["online", "partial", "captive", "blocked", "unreachable", "disconnected"]

    private let names: [String]

    init(_ arguments: Arguments) throws(CommandError) {
        let text = try arguments.text("access") ?? "online"
        names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy(Self.all.contains) else {
            let known = Self.all.joined(separator: ", ")
            let nearest = names.first { !Self.all.contains($0) }.map(Self.all.suggestion) ?? ""
            let written = text.printable(limit: 80)
            throw arguments.usage("--access needs one or more of \(known), not \"\(written)\"\(nearest)")
        }
    }

    /// Whether an assessment has one of the accesses and is final.
    func isMet(by assessment: Assessment) -> Bool { assessment.isFinal && names.contains(assessment.access.name) }

    /// Whether what a service knows has one of the accesses and is final.
    func isMet(by answer: ServiceAnswer) -> Bool { answer.isFinal && names.contains(answer.access) }

    /// The names as a phrase, such as `online or partial`.
    var description: String { names.joined(separator: " or ") }
}
