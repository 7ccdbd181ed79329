public import ConnectivityCore

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
        var document = try JSON(encoding: assessment)
        guard case .object(var members) = document.value else { return try document.encode(to: encoder) }
        var configuration = configuration
        // Nothing is decided by those who are notified.
        configuration.notifiers = []
        members.append(.init("configuration", (try? JSON(encoding: configuration, isSparse: true)) ?? .null))
        document.value = .object(members)
        members.append(.init("checksum", .string(document.checksum)))
        document.value = .object(members)
        try document.encode(to: encoder)
    }
}

extension AssessmentDocument: Described {
    package static var schema: Schema {
        .object("AssessmentDocument") {
            Assessment.fields.members() + [
                Schema.Member("configuration", .either([PipelineConfiguration.schema, .null]), isRequired: true),
                Schema.Member("checksum", String.schema, isRequired: true),
            ]
        }
    }
}
