public import ConnectivityCore

/// An assessment read back from its JSON, to be decided again.
///
/// What was concluded is kept as a claim; what had happened is read and can be decided by the same rules again:
///
/// ```swift
/// let saved = try SavedAssessment(json: data, registry: .standard())
/// let again = saved.redecided(by: saved.configuration?.rules ?? pipeline.rules)
/// print(again.agrees ? "agrees" : "differs at \(again.difference ?? [])")
/// ```
///
/// Validators and policies made of closures cannot be written; give the same ones again, as above.
public struct SavedAssessment: Sendable {
    /// The name of the access that was concluded, such as `captive`.
    public let access: String
    /// What had happened.
    public let record: AssessmentRecord
    /// The configuration that decided; `nil` where none was written.
    public let configuration: PipelineConfiguration?
    private let claims: JSON
    private let isAsWritten: Bool

    /// Reads an assessment, with or without its configuration.
    /// - Parameters:
    ///   - text: The JSON text of an ``AssessmentDocument`` or an `Assessment`, in UTF-8.
    ///   - registry: Makes the components that the configuration names.
    /// - Throws: A ``PluginError`` that names the key and what is wrong with it; faults of the record itself are those of
    ///   `assessment`.
    public init(json text: some Collection<UInt8>, registry: PluginRegistry) throws(PluginError) {
        try self.init(json: JSON(parsing: text, of: Self.pluginID), registry: registry)
    }

    /// Reads an assessment out of a text with more in it.
    package init(json: JSON, registry: PluginRegistry) throws(PluginError) {
        guard json["access"] == nil || json["version"] == .integer(WireForm.version) else {
            let detail = "is not of version \(WireForm.version), the only one that is read; make the assessment anew"
            throw .invalidOption(Self.pluginID, path: ["version"], detail: detail, at: json.position(at: ["version"]))
        }
        let written = try decodeOptions(Written.self, of: Self.pluginID, from: json, strictly: false)
        access = written.access
        record = written.record
        let configured = json["configuration"]
        // An assessment alone has no checksum, a document always.
        isAsWritten = json["checksum"] == configured.map { _ in .string(json.without("checksum").checksum) }
        if let configured, configured != .null {
            configuration = try PipelineConfiguration(json: configured, registry: registry)
        } else {
            configuration = nil
        }
        claims = json.without("checksum", "configuration")
    }

    /// The name under which faults of a saved assessment are reported.
    static let pluginID: PluginID = "assessment"

    /// Decides again, from nothing but the record.
    /// - Parameter rules: What decided it the first time.
    /// - Returns: The assessment, and whether it says what was saved in everything. Of a document, what no conclusion rests
    ///   on must be unchanged too, which its checksum shows.
    public func redecided(by rules: DecisionRules) -> Redecision {
        let assessment = rules.decide(record)
        let concluded = try? JSON(encoding: assessment)
        let difference = claims.difference(from: concluded ?? .null) ?? (isAsWritten ? nil : ["checksum"])
        return Redecision(assessment: assessment, difference: difference)
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

/// What became of a saved assessment that was decided again.
public struct Redecision: Hashable, Sendable {
    /// What follows from the record.
    public let assessment: Assessment
    /// The way to the first member that was saved otherwise, answers before conclusions; `nil` where there is none.
    public let difference: [String]?

    /// Whether the saved assessment says what follows from its record, in everything.
    public var agrees: Bool { difference == nil }
}

extension JSON {
    fileprivate func without(_ names: String...) -> JSON {
        guard case .object(let members) = value else { return self }
        return JSON(.object(members.filter { !names.contains($0.name) }), at: position)
    }
}
