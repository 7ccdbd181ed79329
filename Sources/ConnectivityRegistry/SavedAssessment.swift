public import ConnectivityCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
    private let claims: JSONValue
    private let isAsWritten: Bool

    /// Reads an assessment, with or without its configuration.
    /// - Parameters:
    ///   - data: The JSON text of an ``AssessmentDocument`` or an `Assessment`, in UTF-8.
    ///   - registry: Makes the components that the configuration names.
    /// - Throws: A ``PluginError`` that names the key and what is wrong with it; faults of the record itself are those of
    ///   `assessment`.
    public init(json data: Data, registry: PluginRegistry) throws(PluginError) {
        let written = try decodeOptions(Written.self, of: Self.pluginID, from: data, strictly: false)
        access = written.access
        record = written.record
        guard case .object(var members) = written.everything else { throw .malformed(Self.pluginID) }
        let checksum = members.removeValue(forKey: "checksum")
        // An assessment alone has no checksum, a document always.
        isAsWritten = checksum == members["configuration"].map { _ in .string(JSONValue.object(members).checksum) }
        switch members.removeValue(forKey: "configuration") {
        case nil, .null: configuration = nil
        case let value?: configuration = try PipelineConfiguration(json: value.text(), registry: registry)
        }
        claims = .object(members)
    }

    /// The name under which faults of a saved assessment are reported.
    static let pluginID: PluginID = "assessment"

    /// Decides again, from nothing but the record.
    /// - Parameter rules: What decided it the first time.
    /// - Returns: The assessment, and whether it says what was saved in everything. Of a document, what no conclusion rests
    ///   on must be unchanged too, which its checksum shows.
    public func redecided(by rules: DecisionRules) -> Redecision {
        let assessment = rules.decide(record)
        var concluded = try? JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(assessment))
        // Assessments that were saved before there were confirmations do not have the member.
        if case .object(let claimed) = claims, claimed["confirmedAt"] == nil, case .object(var members)? = concluded {
            members["confirmedAt"] = nil
            concluded = .object(members)
        }
        let difference = claims.difference(from: concluded ?? .null) ?? (isAsWritten ? nil : ["checksum"])
        return Redecision(assessment: assessment, difference: difference)
    }

    private struct Written: Decodable {
        private enum CodingKeys: CodingKey {
            case access
        }

        var access: String
        var record: AssessmentRecord
        var everything: JSONValue

        init(from decoder: any Decoder) throws {
            access = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .access)
            record = try AssessmentRecord(from: decoder)
            everything = try JSONValue(from: decoder)
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

extension JSONValue {
    fileprivate func text() throws(PluginError) -> Data {
        do {
            return try JSONEncoder().encode(self)
        } catch {
            throw .malformed(SavedAssessment.pluginID)
        }
    }
}
