import ConnectivityCore
import ConnectivityEmulation

/// What a client must conclude, as `--require` states it: `android` stands for `android=captive`.
struct EmulationRequirement {
    var client: String
    var access: DetectorConclusion.Access

    /// Returns the requirements of all options; names are separated by commas.
    static func all(_ arguments: Arguments, _ detectors: [Detector]) throws(CommandError) -> [EmulationRequirement] {
        var all: [EmulationRequirement] = []
        for text in arguments.all("require").flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard detectors.contains(where: { $0.name == parts[0] }) else {
                let known = detectors.map(\.name).alternatives(to: parts[0])
                let name = parts[0].printable(limit: 40)
                throw arguments.usage("--require names no emulated client: \"\(name)\"; \(known)")
            }
            let result = parts.count > 1 ? parts[1] : DetectorConclusion.Access.captive.rawValue
            guard let access = DetectorConclusion.Access(rawValue: result) else {
                let names = DetectorConclusion.Access.allCases.map(\.rawValue)
                throw arguments.usage(
                    "--require \(parts[0])= must be \(names.choice), not "
                        + "\"\(result.printable(limit: 40))\"\(names.suggestion(for: result))"
                )
            }
            all.append(EmulationRequirement(client: parts[0], access: access))
        }
        return all
    }

    /// Returns what is wrong with a conclusion; `nil` if it is the required one, or of another client.
    func fault(of finding: DetectorFinding) -> String? {
        guard finding.detector.name == client, finding.conclusion.access != access else { return nil }
        return "\(client) must conclude \(access.rawValue), and concludes \(finding.conclusion.access.rawValue): "
            + "\(finding.conclusion.term): \(finding.conclusion.reason)"
    }
}
