import Foundation

/// A strict reader of the text format of Prometheus, version 0.0.4, that finds what `promtool check metrics` finds.
struct ExpositionParser {
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    struct Sample {
        var name: String
        var labels: [String: String]
        var value: Double
    }

    private(set) var samples: [Sample] = []
    private(set) var types: [String: String] = [:]

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Fault(description: "the last line has no end") }
        var (help, family): (String?, String?) = (nil, nil)
        var seen: Set<String> = []
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            func fault(_ what: String) -> Fault { Fault(description: "\(what): \(line)") }
            if line.hasPrefix("# ") {
                let words = line.split(separator: " ", maxSplits: 3).map(String.init)
                guard words.count == 4 else { throw fault("an incomplete comment") }
                if words[1] == "HELP" {
                    guard help == nil, types[words[2]] == nil, words[3].hasSuffix(".") else { throw fault("HELP") }
                    help = words[2]
                } else {
                    guard words[1] == "TYPE", help == words[2] else { throw fault("TYPE without HELP") }
                    (help, family, types[words[2]]) = (nil, words[2], words[3])
                    try Self.checkName(words[2], words[3], fault)
                }
                continue
            }
            let sample = try Self.sample(line, fault)
            guard let family, let type = types[family] else { throw fault("a sample without TYPE") }
            let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
            guard suffixes.contains(where: { family + $0 == sample.name }) else { throw fault("another family") }
            let series = sample.name + "\(sample.labels.sorted { $0.key < $1.key })"
            guard seen.insert(series).inserted else { throw fault("a series twice") }
            guard type == "gauge" || sample.value >= 0 else { throw fault("a negative count") }
            samples.append(sample)
        }
        guard help == nil else { throw Fault(description: "HELP without TYPE at the end") }
        try checkHistograms()
    }

    /// The value of a series; `nil` without one.
    subscript(name: String, labels: [String: String]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    /// The names in the documentation, "Metric and label naming".
    private static func checkName(_ name: String, _ type: String, _ fault: (String) -> Fault) throws {
        guard name.wholeMatch(of: /connectivity(_[a-z]+)+/) != nil else { throw fault("a name") }
        guard ["counter", "gauge", "histogram"].contains(type) else { throw fault("a type") }
        guard (type == "counter") == name.hasSuffix("_total") else { throw fault("_total is for counters") }
        if type == "histogram", !name.hasSuffix("_seconds") { throw fault("a histogram without unit") }
    }

    // Made once: each literal is compiled when it is evaluated. They are never changed.
    nonisolated(unsafe) private static let sampleForm = /([a-z_]+)(?:\{([^\n]*)\})? ([0-9+.eE\-]+|\+Inf)/
    nonisolated(unsafe) private static let labelForm = /([a-z_]+)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/

    private static func sample(_ line: String, _ fault: (String) -> Fault) throws -> Sample {
        guard let match = unsafe line.wholeMatch(of: sampleForm),
            let value = Double(match.3.replacing("+Inf", with: "inf"))
        else {
            throw fault("no sample")
        }
        var labels: [String: String] = [:]
        var rest = match.2 ?? ""
        while !rest.isEmpty {
            guard let label = unsafe rest.prefixMatch(of: labelForm) else {
                throw fault("a label")
            }
            guard labels.updateValue(String(label.2), forKey: String(label.1)) == nil else {
                throw fault("a label twice")
            }
            rest = rest[label.range.upperBound...]
        }
        return Sample(name: String(match.1), labels: labels, value: value)
    }

    private func checkHistograms() throws {
        for family in types where family.value == "histogram" {
            for count in samples where count.name == family.key + "_count" {
                let buckets = samples.filter { sample in
                    sample.name == family.key + "_bucket" && sample.labels.filter { $0.key != "le" } == count.labels
                }
                let bounds = buckets.map { Double(($0.labels["le"] ?? "").replacing("+Inf", with: "inf")) ?? .nan }
                let values = buckets.map(\.value)
                guard bounds == bounds.sorted(), bounds.last == .infinity, values == values.sorted(),
                    values.last == count.value
                else { throw Fault(description: "the buckets of \(family.key) \(count.labels)") }
            }
        }
    }
}
