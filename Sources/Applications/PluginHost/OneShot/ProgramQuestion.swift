package import ConnectivityCore

/// Runs a check in the common form of monitoring systems: exit status 0 to 3, one line of text, performance data.
///
/// Its only fact in configurations and recordings is `program`, the absolute path of the check and its arguments; no shell
/// interprets them. Debian has hundreds of such checks in the packages `monitoring-plugins-*`.
///
/// ```json
/// { "question": { "kind": "program", "facts": { "program": ["/usr/lib/nagios/plugins/check_ntp_time", "-H", "192.0.2.1"] } },
///   "owner": "time", "expect": "validator.program" }
/// ```
///
/// Source: Monitoring Plugins Development Guidelines, "Plugin Output" and "Plugin Return Codes".
package struct ProgramQuestion: TypedQuestion, Hashable {
    package static let kind: Question.Kind = "program"

    /// The absolute path of the check, and its arguments.
    package let command: [String]

    /// Creates a question; `nil` if the path is not absolute, or the arguments number more than 256, contain a null character
    /// or exceed 64 KiB in total.
    package init?(command: [String]) {
        guard command.first?.hasPrefix("/") == true, command.count <= 256,
            command.allSatisfy({ !$0.utf8.contains(0) }), command.reduce(0, { $0 + $1.utf8.count }) <= 65_536
        else { return nil }
        self.command = command
    }

    package init?(facts: Facts) {
        guard facts.sorted.map(\.name) == ["program"], let list = facts["program"]?.list else { return nil }
        let texts = list.compactMap(\.text)
        guard texts.count == list.count else { return nil }
        self.init(command: texts)
    }

    package var facts: Facts { ["program": .list(command.map(Fact.text))] }
}

/// The result of a check.
package struct ProgramAnswer: TypedAnswer, Hashable {
    package static let kind: Question.Kind = "program"

    /// The states, in the order of their exit statuses.
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The subject of the check works.
        case ok
        /// The subject works, but is near a limit.
        case warning
        /// The subject does not work, or is beyond a limit.
        case critical
        /// The check was not possible.
        case unknown
    }

    /// A value that a check measured.
    package struct Measurement: Hashable, Sendable {
        package var label: String
        package var value: Double
        /// The unit, such as `s`, `%` or `B`; empty without a unit.
        package var unit: String
    }

    package let state: State
    /// The first line of the output, without performance data.
    package let text: String
    /// The measured values, without those that are not in the documented form.
    package let measurements: [Measurement]

    package init(state: State, text: String, measurements: [Measurement] = []) {
        (self.state, self.text, self.measurements) = (state, text, measurements)
    }

    static let measurementCountMax = 100

    /// Reads the output of a check; `nil` for an exit status that is not 0 through 3.
    init?(status: Int32, output: [UInt8]) {
        guard State.allCases.indices.contains(Int(status)) else { return nil }
        state = State.allCases[Int(status)]
        // By bytes: "\r\n", and a bar with a combining mark, are one character each.
        let (line, more) = Self.parts(of: output[...], before: UInt8(ascii: "\n"))
        let (words, data) = Self.parts(of: line, before: UInt8(ascii: "|"))
        text = String(decoding: words, as: UTF8.self).trimmed.printable(limit: 1000)
        // Performance data follows a bar in the first line, and the next bar up to the end of the output.
        let (_, moreData) = Self.parts(of: more, before: UInt8(ascii: "|"))
        let performance = String(decoding: data + [UInt8(ascii: " ")] + moreData, as: UTF8.self)
        measurements = Array(PerformanceData.measurements(performance).prefix(Self.measurementCountMax))
    }

    /// The bytes before and after the first occurrence of a byte.
    private static func parts(of bytes: ArraySlice<UInt8>, before mark: UInt8) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)
    {
        let first = bytes.prefix { $0 != mark }
        return (first, bytes[first.endIndex...].dropFirst())
    }

    package init?(facts: Facts) {
        guard let state = facts["state"]?.text.flatMap(State.init), let text = facts["text"]?.text else { return nil }
        let list = facts["performance"]?.list ?? []
        self.init(
            state: state,
            text: text,
            measurements: list.compactMap { fact in
                guard let label = fact.record?["label"]?.text, let value = fact.record?["value"]?.number else {
                    return nil
                }
                return Measurement(label: label, value: value, unit: fact.record?["unit"]?.text ?? "")
            }
        )
    }

    package var facts: Facts {
        var facts: Facts = ["state": .text(state.rawValue), "text": .text(text)]
        if !measurements.isEmpty {
            facts["performance"] = .list(
                measurements.map { measurement in
                    var fact: Facts = ["label": .text(measurement.label), "value": .number(measurement.value)]
                    if !measurement.unit.isEmpty { fact["unit"] = .text(measurement.unit) }
                    return .record(fact)
                }
            )
        }
        return facts
    }
}

/// Performance data: `'label'=value[unit];[warn];[crit];[min];[max]`, separated by white space.
enum PerformanceData {
    static func measurements(_ text: String) -> [ProgramAnswer.Measurement] {
        var measurements: [ProgramAnswer.Measurement] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[start...]
            let isQuoted = rest.first == "'"
            if isQuoted { rest = rest.dropFirst() }
            guard let end = rest.firstIndex(where: { isQuoted ? $0 == "'" : $0 == "=" || $0.isWhitespace }) else {
                break
            }
            let label = String(rest[..<end])
            rest = rest[(isQuoted ? rest.index(after: end) : end)...]
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            let word = rest.prefix { !$0.isWhitespace }
            rest = rest[word.endIndex...]
            let value = word.prefix { $0 != ";" }
            let number = value.prefix { $0.isASCII && $0.isNumber || "+-.eE".contains($0) }
            guard let parsed = Double(number), parsed.isFinite, !label.isEmpty else { continue }
            let unit = String(value[number.endIndex...])
            measurements.append(
                .init(label: label.printable(limit: 100), value: parsed, unit: unit.printable(limit: 20))
            )
        }
        return measurements
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
