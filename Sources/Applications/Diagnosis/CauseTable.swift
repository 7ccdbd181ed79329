import ConnectivityCore
import ConnectivityText

/// The causes with their kinds of evidence, and the computation of the confidence in each cause.
///
/// The table is the file `Sentences/table.tsv` of this module. A set of causes explains the evidence if each kind that needs a cause
/// is expected of one of them or compatible with it, and no kind excludes any of them.
struct CauseTable {
    /// What one cause explains; a cause with several forms has several rows.
    struct Row {
        /// The cause; `nil` in rows for chance, the fault of one server, or a silent firewall of this device.
        var cause: Cause?
        /// The kinds that show the cause; without one of them, it is not considered.
        var shown: [String]
        /// The kinds that the cause produces, which include ``shown``.
        var expected: Set<String>
        /// The kinds that the cause may produce.
        var compatible: Set<String>
        /// The kinds that contradict the cause.
        var excluded: [String]
    }

    /// The cost of a cause, of a kind that is only compatible with it, and of a kind that only chance explains.
    private static let (causeCost, compatibleCost, chanceCost) = (4, 3, 8)
    /// The cost of a kind that chance often produces.
    private static let accidentCost = 1
    /// The cost of a kind that nothing explains.
    private static let unexplainedCost = 1_000
    /// The maximum additional cost of a rival of the best explanation, and the additional cost from which a cause is undecided.
    private static let (rivalry, mention) = (2, 8)

    /// The rows of the table.
    let rows: [Row]
    /// Whether a kind of evidence needs a cause, by its name; other kinds are also seen on networks without a fault.
    let needsCause: [String: Bool]

    /// The table of this module.
    static let standard = CauseTable(rows: PackageResources.table_tsv, kinds: PackageResources.kinds_tsv)

    /// A set of causes that explains what was seen as well as any other.
    private struct Explanation {
        var rows: [Row]
        var cost: Int

        func contains(_ cause: Cause) -> Bool { rows.contains { $0.cause == cause } }
    }

    /// Reads the tables; a name that begins with `@` stands for the kinds of an earlier row.
    init(rows file: [UInt8], kinds: [UInt8]) {
        var groups: [String: [String]] = [:]
        func names(_ text: String) -> [String] {
            text.split(separator: " ").map(String.init).filter { $0 != "-" }.flatMap { groups[$0] ?? [$0] }
        }
        var rows: [Row] = []
        for columns in EmbeddedTable.rows(of: file, columns: 5) {
            let row = Row(
                cause: Cause(rawValue: columns[0]),
                shown: names(columns[1]),
                expected: Set(names(columns[1]) + names(columns[2])),
                compatible: Set(names(columns[3])),
                excluded: names(columns[4])
            )
            if columns[0].hasPrefix("@") { groups[columns[0]] = row.shown } else { rows.append(row) }
        }
        self.rows = rows
        needsCause = Dictionary(
            uniqueKeysWithValues: EmbeddedTable.rows(of: kinds, columns: 3).map { ($0[0], $0[1] == "fault") }
        )
    }

    /// Computes the confidence in each cause, and the cost of its best explanation, from the kinds of evidence that were seen.
    ///
    /// A cause is certain if no two other causes explain the evidence, likely if each explanation without it costs clearly more, and
    /// possible if an explanation with it costs little more than the best one.
    func confidences(seeing seen: Set<String>) -> [Cause: (confidence: Confidence, cost: Int)] {
        let unrefuted = rows.filter { seen.isDisjoint(with: $0.excluded) }
        let considered = unrefuted.filter { $0.cause != nil && !seen.isDisjoint(with: $0.shown) }
        let faults = seen.filter { needsCause[$0] == true }
        let chance = unrefuted.filter { $0.cause == nil }
        let all = explanations(of: faults.sorted(), by: considered, chance)
        let best = all.map(\.cost).min() ?? 0
        // An explanation that leaves out more kinds than the best one does not count.
        let whole = all.filter { $0.cost / Self.unexplainedCost == best / Self.unexplainedCost }
        var found: [Cause: (confidence: Confidence, cost: Int)] = [:]
        for cause in Set(rows.compactMap(\.cause)) {
            let isRefuted = !unrefuted.contains { $0.cause == cause }
            let own = whole.filter { $0.contains(cause) }.map(\.cost).min()
            let rival = whole.filter { !$0.contains(cause) }.map(\.cost).min()
            let confidence: Confidence =
                switch (own, rival) {
                case (nil, _): isRefuted ? .ruledOut : .undecided
                case (_?, nil): .certain
                case (let own?, let rival?) where own == best && rival - own > Self.rivalry: .likely
                case (let own?, _): own - best < Self.mention ? .possible : .undecided
                }
            found[cause] = (confidence, own ?? 0)
        }
        return found
    }

    /// The kinds that show a cause, or that contradict it if it is ruled out.
    ///
    /// Of the kinds that need a cause, it includes only the first in the order of the table.
    func kinds(for cause: Cause, _ confidence: Confidence, among seen: Set<String>) -> [String] {
        let own = rows.filter { $0.cause == cause }
        if confidence == .ruledOut { return own.flatMap(\.excluded).filter(seen.contains) }
        let shown = own.flatMap(\.shown).filter(seen.contains)
        let first = shown.first { needsCause[$0] == true }
        return shown.filter { $0 == first || needsCause[$0] == false }
    }

    /// Returns the sets of at most two causes, each of which explains a kind that shows it, with their costs.
    private func explanations(of faults: [String], by rows: [Row], _ chance: [Row]) -> [Explanation] {
        var sets: [[Row]] = [[]]
        for (place, row) in rows.enumerated() {
            sets.append([row])
            sets += rows[(place + 1)...].filter { $0.cause != row.cause }.map { [row, $0] }
        }
        return sets.compactMap { set in
            var cost = set.count * Self.causeCost
            var used = [Bool](repeating: false, count: set.count)
            for kind in faults {
                for (place, row) in set.enumerated() where row.expected.contains(kind) || row.compatible.contains(kind)
                {
                    used[place] = true
                }
                if set.contains(where: { $0.expected.contains(kind) }) { continue }
                if chance.contains(where: { $0.expected.contains(kind) }) {
                    cost += Self.accidentCost
                } else if set.contains(where: { $0.compatible.contains(kind) }) {
                    cost += Self.compatibleCost
                } else {
                    cost += chance.contains { $0.compatible.contains(kind) } ? Self.chanceCost : Self.unexplainedCost
                }
            }
            return used.allSatisfy(\.self) ? Explanation(rows: set, cost: cost) : nil
        }
    }
}
