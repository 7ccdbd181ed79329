package import ConnectivityCore
import ConnectivityWire

/// An assessment read from its JSON, which can be decided again.
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
package struct SavedAssessment: Sendable {
    /// The name of the concluded access, such as `captive`.
    package let access: String
    package let record: AssessmentRecord
    /// The configuration of the decision; `nil` if none was written.
    package let configuration: PipelineConfiguration?
    private let claims: JSONText
    private let isAsWritten: Bool

    /// Reads an assessment or an ``AssessmentDocument``, in UTF-8, with or without its configuration.
    ///
    /// The registry makes the components that the configuration names. Faults of the record itself are reported under
    /// the name `assessment`.
    package init(json text: some Collection<UInt8>, registry: PluginRegistry) throws(PluginError) {
        try self.init(JSONText(parsing: text, of: Self.pluginID), registry: registry)
    }

    /// Reads an assessment from a JSON object that may have other members.
    package init(_ text: JSONText, registry: PluginRegistry) throws(PluginError) {
        guard text["access"] == nil || text["version"]?.json == .integer(WireForm.version) else {
            let detail = "is not version \(WireForm.version), the only supported one; make a new assessment"
            throw .invalidOption(Self.pluginID, path: ["version"], detail: detail, at: text.position(at: ["version"]))
        }
        let written = try decodeOptions(Written.self, of: Self.pluginID, from: text, strictly: false)
        access = written.access
        record = written.record
        let configured = text["configuration"]
        // A bare assessment has no checksum; a document always has one.
        isAsWritten = configured == nil ? text["checksum"] == nil : text.hasStatedChecksum
        if let configured, !configured.isNull {
            configuration = try PipelineConfiguration(configured, registry: registry)
        } else {
            configuration = nil
        }
        claims = text
    }

    /// The observations of companions, without the evidence; the access does not depend on them.
    package var observations: [CompanionObservation] { CompanionObservation.list(claims["observations"]?.json) }

    /// The name under which faults of a saved assessment are reported.
    static let pluginID: PluginID = "assessment"

    /// Decides again from the record alone; the rules must be those of the first decision.
    ///
    /// The saved assessment agrees if it equals the result in every member. In an ``AssessmentDocument``, the checksum
    /// verifies that the members that no conclusion depends on are unchanged too.
    package func decideAgain(by rules: DecisionRules) -> Outcome {
        let assessment = rules.decide(record)
        let difference = difference(from: assessment) ?? (isAsWritten ? nil : ["checksum"])
        return Outcome(assessment: assessment, difference: difference)
    }

    /// The members of a document that an assessment does not have.
    private static let others: Set = ["type", "text", "configuration", "checksum"]

    /// Returns the path to the first saved member that differs from the assessment; `nil` if none differs.
    private func difference(from assessment: Assessment) -> [String]? {
        guard let bytes = try? JSONOutput.bytes(of: assessment, isSorted: true) else { return [] }
        // Unchanged text that this package wrote has the same bytes.
        if claims.hasMembers(of: bytes, except: Self.others) { return nil }
        // The quality depends on the observations of companions.
        var observed = assessment
        observed.observations = observations
        guard let concluded = try? JSON(encoding: observed) else { return [] }
        return claims.json.without(Self.others).without(["observations"])
            .difference(from: concluded.without(["observations"]))
    }

    private struct Written: Decodable {
        private enum CodingKeys: CodingKey {
            case access
        }

        var access: String
        var record: AssessmentRecord

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            access = try container.decode(String.self, forKey: .access)
            record = try AssessmentRecord(from: decoder)
        }
    }
}

extension SavedAssessment {
    /// The result of deciding a saved assessment again.
    package struct Outcome: Hashable, Sendable {
        /// The assessment that follows from the record.
        package let assessment: Assessment
        /// The path to the first saved member that differs, answers before conclusions; `nil` if none differs.
        package let difference: [String]?

        /// Whether every member of the saved assessment follows from its record.
        package var agrees: Bool { difference == nil }
    }
}

extension JSONText {
    /// Whether the members of the object, sorted by name and except some, have the text of another object on one line.
    fileprivate func hasMembers(of object: [UInt8], except names: Set<String>) -> Bool {
        var rest = object[...]
        func consume(_ text: some Collection<UInt8>) -> Bool {
            guard rest.starts(with: text) else { return false }
            rest = rest.dropFirst(text.count)
            return true
        }
        var before = "{"
        for (name, value) in parts.sorted(by: { $0.name < $1.name }) where !names.contains(name) {
            // Observations are compared through the quality and the checksum only.
            let bytes = name == "observations" ? Array("[]".utf8) : Array(value.bytes)
            guard consume("\(before)\(JSON.string(name).text):".utf8), consume(bytes) else { return false }
            before = ","
        }
        return consume("}".utf8) && rest.isEmpty
    }
}

extension JSON {
    fileprivate func without(_ names: Set<String>) -> JSON {
        guard case .object(let members) = value else { return self }
        return JSON(.object(members.filter { !names.contains($0.name) }), at: position)
    }
}
