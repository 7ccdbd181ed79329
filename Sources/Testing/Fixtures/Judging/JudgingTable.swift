import ConnectivityDecoding

/// The first two bytes of gzip.
private let gzipMagic: [UInt8] = [0x1F, 0x8B]

/// Whether this build decodes compressed bodies.
private let canDecode: Bool = {
    // A full stop in a stored block (RFC 1951, section 3.2.4; RFC 1952).
    let stop: [UInt8] = [1, 1, 0, 0xFE, 0xFF, 0x2E, 0x42, 0xE2, 0xD4, 0x0E, 1, 0, 0, 0]
    let sample = ProbeResponse(status: 200, body: gzipMagic + [8, 0, 0, 0, 0, 0, 0, 0xFF] + stop)
    return BodyDecoder().decoded(sample).body == [0x2E]
}()

/// The verdicts of a validator or a judge on many answers, compared with the right findings; it prints as a table, worst first.
public struct JudgingTable<Case: StatedExchange>: Sendable {
    /// The correctness of a verdict, worst first.
    @nonexhaustive
    public enum Mark: Int, Hashable, Sendable, CaseIterable {
        /// An answer that is not genuine was called genuine.
        case falselyGenuine
        /// A genuine answer was rejected.
        case refusedGenuine
        /// The finding differs from the stated one, such as `substituted` for a portal.
        case otherFinding
        /// The verdict is inconclusive, although the finding is known.
        case inconclusive
        /// The finding is right.
        case right

        fileprivate var text: String {
            switch self {
            case .falselyGenuine: "called genuine, but not genuine"
            case .refusedGenuine: "genuine, but refused"
            case .otherFinding: "another finding"
            case .inconclusive: "inconclusive"
            case .right: "right"
            }
        }
    }

    /// One answer and its verdict.
    public struct Row: Sendable, CustomStringConvertible {
        /// The answer.
        public let judged: Case
        /// The verdict on it.
        public let verdict: Verdict
        /// Whether the verdict is right.
        public let mark: Mark

        /// The name, the right findings, and the verdict, on one line.
        public var description: String {
            let right = judged.findings.map(\.rawValue).sorted().joined(separator: " or ")
            let reason = "\(verdict.reason)".printable(limit: 120)
            return "\(judged.name): \(right) expected, found \(verdict.finding.rawValue): \(reason)"
        }
    }

    /// The maximum number of rows of one mark in the text.
    private static var listedCountMax: Int { 12 }

    /// All verdicts, worst first and otherwise in the order of the answers.
    public let rows: [Row]
    /// The answers that were not judged, because this build cannot decode their bodies: it lacks the trait `Compression`.
    package let undecoded: [Case]

    init(_ cases: some Sequence<Case>, judge: (Case, ProbeExchange) -> Verdict) {
        var rows: [Mark: [Row]] = [:]
        var undecoded: [Case] = []
        for item in cases {
            let exchange = item.exchange
            if !canDecode, exchange.response?.body.starts(with: gzipMagic) == true {
                undecoded.append(item)
                continue
            }
            let verdict = judge(item, exchange)
            let mark = Mark(verdict.finding, findings: item.findings)
            rows[mark, default: []].append(Row(judged: item, verdict: verdict, mark: mark))
        }
        self.rows = Mark.allCases.flatMap { rows[$0] ?? [] }
        self.undecoded = undecoded
    }

    /// Returns the rows with one mark, in the order of the answers.
    public func rows(_ mark: Mark) -> [Row] { rows.filter { $0.mark == mark } }

    /// The answers that are not genuine and were called genuine.
    public var falselyGenuine: [Row] { rows(.falselyGenuine) }
    /// The genuine answers that were rejected.
    public var refusedGenuine: [Row] { rows(.refusedGenuine) }
    /// The answers with another finding than the stated one.
    package var otherFindings: [Row] { rows(.otherFinding) }
    /// The answers with an inconclusive verdict, although the finding is known.
    public var inconclusive: [Row] { rows(.inconclusive) }
    /// The answers with a right verdict.
    public var right: [Row] { rows(.right) }
}

extension JudgingTable.Mark {
    fileprivate init(_ finding: Verdict.Finding, findings: Set<Verdict.Finding>) {
        self =
            switch finding {
            case _ where findings.contains(finding): .right
            case .genuine: .falselyGenuine
            case .inconclusive: .inconclusive
            default: findings.contains(.genuine) ? .refusedGenuine : .otherFinding
            }
    }
}

extension JudgingTable: CustomStringConvertible {
    /// The counts, then the wrong verdicts by mark, each mark with at most twelve rows.
    public var description: String {
        var lines = ["\(rows.count) answers"]
        lines += Mark.allCases.map { mark in
            let count = "\(rows(mark).count)"
            return String(repeating: " ", count: max(0, 7 - count.count)) + "\(count)  \(mark.text)"
        }
        if !undecoded.isEmpty { lines.append("not judged, for want of the trait Compression: \(undecoded.count)") }
        for mark in Mark.allCases where mark != .right {
            let rows = rows(mark)
            guard !rows.isEmpty else { continue }
            lines += ["", "\(mark.text):"] + rows.prefix(Self.listedCountMax).map { "  \($0)" }
            if rows.count > Self.listedCountMax { lines.append("  and \(rows.count - Self.listedCountMax) more") }
        }
        return lines.joined(separator: "\n")
    }
}
