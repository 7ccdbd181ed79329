import ConnectivityCore
import ConnectivityText

/// The causes with what they explain, and the reasoning from what was seen to the confidence in each cause.
///
/// The table is the file `Table/causes.tsv` of this module. A set of causes explains what was seen if each kind of evidence that
/// needs a cause is expected by one of them, or at least compatible with it, and no kind excludes any of them.
struct CauseTable {
    /// What one cause explains; a cause with several forms has several rows.
    struct Row {
        /// The cause; `nil` in rows for what no check can tell, such as chance, the fault of one server, or a filter on this device.
        var cause: Cause?
        /// The kinds that show the cause; without one of them, it is not considered.
        var shown: [String]
        /// These kinds, and others that the cause produces.
        var expected: Set<String>
        /// The kinds that the cause can produce.
        var compatible: Set<String>
        /// The kinds that contradict the cause.
        var excluded: [String]
    }

    /// The maximum number of causes at once.
    private static let causeCountMax = 2
    /// The cost of a cause, of a kind that it can produce but that does not show it, and of a kind that is left to chance.
    private static let (causeCost, compatibleCost, chanceCost) = (4, 3, 8)
    /// The cost of a kind that chance alone can produce as well as a cause.
    private static let accidentCost = 1
    /// The cost of a kind that nothing explains.
    private static let unexplainedCost = 1_000
    /// The costs in addition to those of the best explanation, from which another one is no rival, and from which it is not
    /// mentioned.
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
    /// A cause is certain if nothing is explained without it by any two other causes, likely if no cheaper explanation lacks it, and
    /// possible if an explanation with it is hardly worse than the best one.
    func confidences(seeing seen: Set<String>) -> [Cause: (confidence: Confidence, cost: Int)] {
        let unrefuted = rows.filter { seen.isDisjoint(with: $0.excluded) }
        let considered = unrefuted.filter { $0.cause != nil && !seen.isDisjoint(with: $0.shown) }
        let faults = seen.filter { needsCause[$0] == true }
        let chance = unrefuted.filter { $0.cause == nil }
        let all = explanations(of: faults.sorted(), by: considered, chance)
        let best = all.map(\.cost).min() ?? 0
        // Explanations that leave out more kinds explain less.
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
    /// Of those that need a cause, only the first that was seen: it shows the cause best.
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
