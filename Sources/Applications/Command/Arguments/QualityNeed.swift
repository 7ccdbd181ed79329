import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit

/// The sufficient quality for a command, from its option `--quality`.
struct QualityNeed {
    static let grammar = Grammar.Option.value(
        "quality",
        "good|slow",
        "the quality of the line that is good enough; slow accepts good too (default any)"
    )

    private enum Name: String, CaseIterable {
        case good, slow
    }

    private let needed: PathQuality.Level?

    init(_ arguments: Arguments) throws(CommandError) {
        needed = try arguments.choice("quality", of: Name.self).map { $0 == .good ? .good : .slow }
    }

    /// Whether the quality is sufficient or unknown.
    func isMet(by level: PathQuality.Level?) -> Bool {
        guard let needed, let level else { return true }
        return level.isEnough(for: needed)
    }
}
