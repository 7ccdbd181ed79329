import ConnectivityCore
import ConnectivityWire

/// The texts that patterns captured, as labels of metrics; their number is bounded.
struct CapturedLabels: Sendable {
    static let nameCountMax = 4
    /// The largest number of different texts of one capture in one run; all others are ``Metrics/other``.
    static let valueCountMax = 20

    let names: [String]
    private var known: [String: Set<String>] = [:]
    /// The last text by endpoint and by name.
    private(set) var current: [String: [String: String]] = [:]

    init(_ names: [String]) { self.names = names }

    /// Records the captures of an endpoint's answer; an answer without captures removes the previous ones.
    mutating func add(_ captures: [String: String], of endpoint: String) {
        guard !names.isEmpty else { return }
        current[endpoint] = nil
        for name in names {
            guard let text = captures[name]?.printable(limit: Metrics.labelCharacterCountMax) else { continue }
            var values = known[name] ?? []
            if values.count < Self.valueCountMax { values.insert(text) }
            known[name] = values
            current[endpoint, default: [:]][name] = values.contains(text) ? text : Metrics.other
        }
    }

    func add(to page: inout Exposition) {
        page.add(
            "capture_info",
            .gauge,
            "The text that the pattern of an endpoint captured in its last answer; always 1.",
            current.sortedByKey.flatMap { endpoint, captures in
                captures.sortedByKey.map { name, text in
                    .init("", [("endpoint", endpoint), ("capture", name), ("text", text)], 1)
                }
            }
        )
    }
}

extension CapturedLabels {
    /// The names of the captures in metrics.
    static let rule = Rule<[String]>("must be at most \(nameCountMax) different names of groups of patterns") { names in
        names.count <= nameCountMax && Set(names).count == names.count
            && names.allSatisfy { !$0.isEmpty && $0.utf8.count <= 32 }
    }
}
