import ConnectivityCore

/// Metrics in the text format of Prometheus, version 0.0.4 ("Exposition formats" in its documentation).
struct Exposition {
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// One line: a suffix of the family's name, labels and a value.
    struct Sample {
        var suffix: String
        var labels: [(String, String)]
        var value: Double

        init(_ suffix: String = "", _ labels: [(String, String)] = [], _ value: Double) {
            (self.suffix, self.labels, self.value) = (suffix, labels, value)
        }
    }

    private(set) var text = ""

    /// Adds a family, named without the prefix `connectivity_`; a family without samples is left out.
    ///
    /// The help is one sentence without a line break or a backslash.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP connectivity_\(name) \(help)\n# TYPE connectivity_\(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
            text += "connectivity_\(name)\(sample.suffix)\(labels.isEmpty ? "" : "{\(labels)}") "
            text += "\(Self.text(of: sample.value))\n"
        }
    }

    /// Returns a number without a fraction if it is whole; `+Inf` for infinity.
    static func text(of number: Double) -> String {
        if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
        return number.magnitude < 1e15 && number == number.rounded() ? "\(Int64(number))" : "\(number)"
    }

    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
