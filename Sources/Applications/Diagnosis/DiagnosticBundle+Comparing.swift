import ConnectivityCore
public import ConnectivityText

extension DiagnosticBundle {
    /// A difference between two bundles.
    public struct Difference: Hashable, Sendable, Encodable {
        /// The subject: a property of the network, or the name of a cause or an endpoint.
        public var subject: String
        /// The value in the first bundle; `nil` if it is missing.
        public var first: String?
        /// The value in the second bundle; `nil` if it is missing.
        public var second: String?
        /// Whether the difference is an answer; then `nil` means that the question was not asked.
        package var isAnswer = false

        private enum CodingKeys: CodingKey {
            case subject, first, second
        }
    }

    /// Returns the differences from another bundle: the conclusion, the causes, the network and the answers of endpoints.
    ///
    /// Times do not count. Text from the network is reduced to short, printable text. `sentences` are those for reasons of Core and
    /// of plugins.
    public func differences(from other: DiagnosticBundle, sentences: Sentences) -> [Difference] {
        Self.differences(properties(sentences), other.properties(sentences), areAnswers: false)
            + Self.differences(answers(sentences), other.answers(sentences), areAnswers: true)
    }

    private static func differences(
        _ first: [(String, String)],
        _ second: [(String, String)],
        areAnswers: Bool
    ) -> [Difference] {
        let values = Dictionary(second, uniquingKeysWith: { old, _ in old })
        let known = Set(first.map(\.0))
        let changed = first.compactMap { name, value in
            values[name] == value
                ? nil : Difference(subject: name, first: value, second: values[name], isAnswer: areAnswers)
        }
        let added = second.filter { !known.contains($0.0) }.map {
            Difference(subject: $0.0, first: nil, second: $0.1, isAnswer: areAnswers)
        }
        return changed + added
    }

    private func properties(_ sentences: Sentences) -> [(String, String)] {
        let assessment = evidence.assessment
        var all = [
            ("access", assessment.access.name), ("reason", sentences.sentence(for: assessment.reason)),
        ]
        all += diagnosis.causes.map { ("cause \($0.cause.rawValue)", $0.confidence.rawValue) }
        if let interface = assessment.interface {
            func list(_ values: some Collection<some CustomStringConvertible>) -> String {
                values.isEmpty ? "none" : values.map(\.description).joined(separator: ", ")
            }
            all += [
                ("interface", "\(interface.name.printable(limit: 40)) (\(interface.kind))"),
                ("addresses", list(interface.addresses.filter(\.isRoutable))),
                ("gateways", list(interface.defaultRoutes.compactMap(\.gateway))),
                (
                    "name servers",
                    list(interface.nameServers.isEmpty ? assessment.snapshot.nameServers : interface.nameServers)
                ),
            ]
            if let wifi = interface.wifi {
                all.append(("Wi-Fi", String(decoding: wifi.ssid, as: UTF8.self).printable(limit: 40)))
            }
        }
        return all
    }

    private func answers(_ sentences: Sentences) -> [(String, String)] {
        let sentences = sentences.withDiagnoses
        let assessment = evidence.assessment
        var all: [(String, String)] = []
        for path in assessment.paths {
            let prefix = assessment.separatePaths.isEmpty ? "" : "\(path.path) "
            all += path.endpoints.map { report in
                let answer = "\(report.verdict.finding.rawValue): \(sentences.sentence(for: report.verdict.reason))"
                return ("\(prefix)\(report.name)".printable(limit: 80), answer)
            }
        }
        all += evidence.answers.map { exchange in
            let seen = exchange.observation
            return (seen.subject.printable(limit: 80), sentences.sentence(for: seen.reason))
        }
        return all
    }
}
