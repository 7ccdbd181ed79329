package import ConnectivityCore
package import ConnectivityWire

/// An assessment and its configuration, written as one JSON object that ``SavedAssessment`` reads.
///
/// In addition to the members of the assessment, the object has `type`, its role among the lines of a run; `text`, the
/// reason as a sentence for people; `configuration`, null if it has a component without a name, such as a closure; and
/// `checksum`, which reveals a change to the file. Values of cookies and credentials are left out. A sign-in URL, which
/// may identify a person too, is included, because the decision depends on it.
package struct AssessmentDocument: Encodable, Sendable {
    package private(set) var assessment: Assessment
    package let configuration: PipelineConfiguration
    /// The role of the document in a stream: ``single``, or the event of a run such as `changed`.
    package let type: String
    /// The reason as a sentence; `nil` if it is left out.
    package let text: String?

    /// The type of a single assessment.
    package static let single = "assessed"

    package init(
        _ assessment: Assessment,
        decidedBy configuration: PipelineConfiguration,
        as type: String = single,
        text: String? = nil
    ) {
        self.assessment = assessment
        (self.configuration, self.type) = (configuration, type)
        self.text = text
    }

    package func encode(to encoder: any Encoder) throws {
        guard let output = encoder as? JSONOutput else {
            return try JSON(parsing: json(), of: SavedAssessment.pluginID).encode(to: encoder)
        }
        // The checksum is that of the dense form with sorted members.
        if output.isSorted, !output.isSparse { try write(to: output) } else { output.write(text: try json()) }
    }

    /// Returns the document as one line with sorted members.
    /// - Throws: Only errors of values in the assessment, such as a number that is not finite.
    package func json() throws -> [UInt8] {
        let output = JSONOutput(isSorted: true)
        try write(to: output)
        return output.take()
    }

    private func write(to output: JSONOutput) throws {
        let table = FieldTable<Self>(
            writing: FieldTable<Self>.Field.inlined(Assessment.fields, \.assessment),
            text.map { text in [.written("text") { _ in text }] } ?? [],
            [
                .written("type") { $0.type },
                .written("configuration") { WrittenConfiguration($0.configuration) },
                .written("checksum") { _ in ChecksumDigits() },
            ]
        )
        // The checksum is that of the object with zeros in its place.
        try output.write {
            try table.write(self, to: output)
        } fillingMark: { object in
            "\"\(Checksum(of: object).digits)\""
        }
    }
}

/// A placeholder for the checksum.
private struct ChecksumDigits: Encodable, SchemaProviding {
    static var schema: Schema { .text() }

    func writeScalar(to output: JSONOutput) -> Bool {
        output.setMark()
        return output.write(scalar: Checksum.zeros)
    }
}

/// A configuration reduced to the parts that affect the decision; null if it has a component without a name.
private struct WrittenConfiguration: Encodable, SchemaProviding {
    private let bytes: [UInt8]

    init(_ configuration: PipelineConfiguration) {
        var configuration = configuration
        configuration.notifiers = []
        let written = try? JSONOutput.bytes(of: configuration, isSparse: true, isSorted: true)
        bytes = written ?? Array("null".utf8)
    }

    static var schema: Schema { .either([PipelineConfiguration.schema, .null]) }

    func writeScalar(to output: JSONOutput) -> Bool {
        output.write(text: bytes)
        return true
    }

    func encode(to encoder: any Encoder) throws { preconditionFailure("the table writes the configuration itself") }
}

extension AssessmentDocument: SchemaProviding {
    package static var schema: Schema {
        .object("AssessmentDocument") {
            Assessment.fields.members() + [
                Schema.Member("text", String.schema, isRequired: false),
                Schema.Member("type", String.schema, isRequired: true),
                Schema.Member("configuration", .either([PipelineConfiguration.schema, .null]), isRequired: true),
                Schema.Member("checksum", String.schema, isRequired: true),
            ]
        }
    }
}
