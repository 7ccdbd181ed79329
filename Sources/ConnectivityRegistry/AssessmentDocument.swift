public import ConnectivityCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An assessment with the configuration that decided it, as one JSON object, which ``SavedAssessment`` reads.
///
/// The object has the members of the assessment, `configuration`, which is null where the configuration holds a component
/// without a name, such as a closure, and `checksum`, with which a change shows. Values of cookies and credentials are
/// not in it; a sign-in URL, which may identify a person too, is, because the decision rests on it.
public struct AssessmentDocument: Encodable, Sendable {
    /// What was concluded, and from what.
    public let assessment: Assessment
    /// What the pipeline was made of.
    public let configuration: PipelineConfiguration

    /// Creates a document.
    /// - Parameters:
    ///   - assessment: What was concluded, and from what.
    ///   - configuration: What the pipeline was made of.
    public init(_ assessment: Assessment, decidedBy configuration: PipelineConfiguration) {
        self.assessment = assessment
        self.configuration = configuration
    }

    public func encode(to encoder: any Encoder) throws {
        var members = try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(assessment))
        var configuration = configuration
        // Nothing is decided by those who are notified.
        configuration.notifiers = []
        let written = try? JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(configuration))
        members["configuration"] = written ?? .null
        members["checksum"] = .string(JSONValue.object(members).checksum)
        try members.encode(to: encoder)
    }
}
