package import ConnectivityCore

/// An assessment and the configuration that decided it, written as one JSON object that ``SavedAssessment`` reads.
///
/// The object has the members of the assessment and others. `text` is the reason as a sentence, for people. `services` are the reports on the services that were asked
/// in addition to the network; no conclusion rests on them. `configuration` is null if the configuration holds a
/// component without a name, such as a closure. `checksum` reveals a change to the file. Values of cookies and
/// credentials are left out. A sign-in URL, which may identify a person too, is included, because the decision
/// rests on it.
package struct AssessmentDocument: Encodable, Sendable {
    /// The conclusion and the evidence that it rests on.
    package let assessment: Assessment
    /// The configuration of the pipeline that decided.
    package let configuration: PipelineConfiguration
    /// The reports on services that were asked in addition to the network.
    package let services: [ServiceReport]
    /// The reason as a sentence; `nil` if it is left out.
    package let text: String?

    /// Creates a document.
    /// - Parameters:
    ///   - assessment: The conclusion and the evidence that it rests on.
    ///   - configuration: The configuration of the pipeline that decided.
    ///   - services: The reports on services that were asked in addition to the network.
    ///   - text: The reason as a sentence; `nil` to leave it out.
    package init(
        _ assessment: Assessment,
        decidedBy configuration: PipelineConfiguration,
        services: [ServiceReport] = [],
        text: String? = nil
    ) {
        self.assessment = assessment
        self.configuration = configuration
        self.services = services
        self.text = text
    }

    package func encode(to encoder: any Encoder) throws {
        var document = try JSON(encoding: assessment)
        guard case .object(var members) = document.value else { return try document.encode(to: encoder) }
        var configuration = configuration
        // Notifiers do not affect the decision.
        configuration.notifiers = []
        if let text { members.append(.init("text", .string(text))) }
        members.append(.init("services", try JSON(encoding: services)))
        members.append(.init("configuration", (try? JSON(encoding: configuration, isSparse: true)) ?? .null))
        document.value = .object(members)
        members.append(.init("checksum", .string(document.checksum)))
        document.value = .object(members)
        try document.encode(to: encoder)
    }
}

extension AssessmentDocument: SchemaProviding {
    package static var schema: Schema {
        .object("AssessmentDocument") {
            Assessment.fields.members() + [
                Schema.Member("text", String.schema, isRequired: false),
                Schema.Member("services", [ServiceReport].schema, isRequired: true),
                Schema.Member("configuration", .either([PipelineConfiguration.schema, .null]), isRequired: true),
                Schema.Member("checksum", String.schema, isRequired: true),
            ]
        }
    }
}
