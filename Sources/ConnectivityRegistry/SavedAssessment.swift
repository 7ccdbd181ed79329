public import ConnectivityCore

/// An assessment read back from its JSON, which can be decided again.
///
/// The saved conclusion is kept as a claim. The recorded inputs can be decided again by the same rules:
///
/// ```swift
/// let saved = try SavedAssessment(json: data, registry: .standard())
/// let again = saved.decideAgain(by: saved.configuration?.rules ?? pipeline.rules)
/// print(again.agrees ? "agrees" : "differs at \(again.difference ?? [])")
/// ```
///
/// Validators and policies made of closures cannot be written; supply the same ones again, as above.
public struct SavedAssessment: Sendable {
    /// The name of the access that was concluded, such as `captive`.
    public let access: String
    /// The recorded inputs of the decision.
    public let record: AssessmentRecord
    /// The configuration that decided; `nil` if none was written.
    public let configuration: PipelineConfiguration?
    private let claims: JSON
    private let isAsWritten: Bool

    /// Reads an assessment, with or without its configuration.
    /// - Parameters:
    ///   - text: The JSON text of an ``AssessmentDocument`` or an `Assessment`, in UTF-8.
    ///   - registry: Makes the components that the configuration names.
    /// - Throws: A ``PluginError`` that names the key and what is wrong with it. Faults of the record itself are
    ///   reported under the name `assessment`.
    public init(json text: some Collection<UInt8>, registry: PluginRegistry) throws(PluginError) {
        try self.init(json: JSON(parsing: text, of: Self.pluginID), registry: registry)
    }

    /// Reads an assessment from a JSON object that may have other members.
    package init(json: JSON, registry: PluginRegistry) throws(PluginError) {
        guard json["access"] == nil || json["version"] == .integer(WireForm.version) else {
            let detail = "is not version \(WireForm.version), the only supported one; make a new assessment"
            throw .invalidOption(Self.pluginID, path: ["version"], detail: detail, at: json.position(at: ["version"]))
        }
        let written = try decodeOptions(Written.self, of: Self.pluginID, from: json, strictly: false)
        access = written.access
        record = written.record
        let configured = json["configuration"]
        // A bare assessment has no checksum; a document always has one.
        isAsWritten = json["checksum"] == configured.map { _ in .string(json.without("checksum").checksum) }
        if let configured, configured != .null {
            configuration = try PipelineConfiguration(json: configured, registry: registry)
        } else {
            configuration = nil
        }
        claims = json.without("checksum", "configuration", "services")
    }

    /// The name under which faults of a saved assessment are reported.
    static let pluginID: PluginID = "assessment"

    /// Decides again, using only the record.
    /// - Parameter rules: The rules that decided the first time.
    /// - Returns: The assessment, and whether the saved one equals it in every member. In an ``AssessmentDocument``
    ///   the members that no conclusion rests on must be unchanged too; the checksum verifies this.
    public func decideAgain(by rules: DecisionRules) -> Outcome {
        let assessment = rules.decide(record)
        let concluded = try? JSON(encoding: assessment)
        let difference = claims.difference(from: concluded ?? .null) ?? (isAsWritten ? nil : ["checksum"])
        return Outcome(assessment: assessment, difference: difference)
    }

    private struct Written: Decodable {
        private enum CodingKeys: CodingKey {
            case access
        }

        var access: String
        var record: AssessmentRecord

        init(from decoder: any Decoder) throws {
            access = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .access)
            record = try AssessmentRecord(from: decoder)
        }
    }
}

extension SavedAssessment {
    /// The result of deciding a saved assessment again.
    public struct Outcome: Hashable, Sendable {
        /// The assessment that follows from the record.
        public let assessment: Assessment
        /// The path to the first saved member that differs, answers before conclusions; `nil` if none differs.
        public let difference: [String]?

        /// Whether every member of the saved assessment follows from its record.
        public var agrees: Bool { difference == nil }
    }
}

extension JSON {
    fileprivate func without(_ names: String...) -> JSON {
        guard case .object(let members) = value else { return self }
        return JSON(.object(members.filter { !names.contains($0.name) }), at: position)
    }
}
