package import ConnectivityEmulation

/// The required conclusion of a client, from `--require`: `android` means `android=captive`.
package struct EmulationRequirement {
    package var client: String
    package var access: DetectorConclusion.Access

    package init(_ client: String, mustConclude access: DetectorConclusion.Access) {
        (self.client, self.access) = (client, access)
    }

    /// Returns an error for a conclusion; `nil` if it meets the requirement or is that of another client.
    func fault(of finding: DetectorFinding) -> String? {
        guard finding.detector.name == client, finding.conclusion.access != access else { return nil }
        return "\(client) must conclude \(access.rawValue), and concludes \(finding.conclusion.access.rawValue): "
            + "\(finding.conclusion.term): \(finding.conclusion.reason)"
    }
}
