public import ConnectivityCore
public import ConnectivityRecords
import ConnectivityRedaction
public import ConnectivityRegistry
package import ConnectivityWire

/// A diagnosis with all its evidence in one file, for a support case.
///
/// The file has no secrets that ``ConnectivityRecords/Redaction`` finds: its conclusion is that of the redacted evidence.
/// The output of `connectivityctl explain --json` and `check --json` can also be read.
public struct DiagnosticBundle: Sendable {
    /// The value of the member `format` of a file.
    static let format = "connectivity-bundle"
    /// The name in error messages about a file.
    static let pluginID: PluginID = "bundle"

    /// The origin of the evidence; `nil` if the file is not a bundle.
    public let provenance: SessionRecording.Provenance?
    /// The assessment and the answers to further questions.
    public let evidence: DiagnosticEvidence
    /// The configuration of the deciding pipeline.
    public let configuration: PipelineConfiguration
    /// The path to the first member of the saved conclusion that does not follow from its evidence; `nil` without one.
    public let difference: [String]?

    /// The problems and the excluded problems.
    public var diagnosis: Diagnosis { Diagnosis(of: evidence) }

    /// Creates a bundle without the secrets that `redaction` finds, and without notifiers.
    ///
    /// The provenance of the bundle states the rules of `redaction`. `registry` makes the components that the configuration names.
    ///
    /// - Throws: A ``ConnectivityRegistry/PluginError`` if the configuration has a component without a name, such as a closure.
    public init(
        _ evidence: DiagnosticEvidence,
        decidedBy configuration: PipelineConfiguration,
        redaction: Redaction = .standard,
        provenance: SessionRecording.Provenance,
        registry: PluginRegistry
    ) throws(PluginError) {
        var configuration = configuration
        configuration.notifiers = []
        guard var written = try? JSON(encoding: configuration, isSparse: true) else {
            throw .invalidOption("pipeline", path: [], detail: "has a component without a name, which cannot be saved")
        }
        var record = evidence.assessment.record
        var (answers, provenance) = (evidence.answers, provenance)
        redaction.redact(&record, &answers, &written, &provenance)
        self.configuration = try PipelineConfiguration(json: written, registry: registry)
        var assessment = self.configuration.rules.decide(record)
        assessment.observations = evidence.assessment.observations.map(\.redacted)
        self.evidence = DiagnosticEvidence(assessment, answers: answers)
        self.provenance = provenance
        difference = nil
    }

    /// Reads a bundle, or an assessment with its configuration, from JSON text in UTF-8.
    ///
    /// The conclusion is decided again from the evidence; if the saved one differs, ``difference`` is its path. `registry` makes the
    /// components that the configuration names.
    ///
    /// - Throws: A ``ConnectivityRegistry/PluginError`` that names the key and its fault.
    public init(json text: some Collection<UInt8>, registry: PluginRegistry) throws(PluginError) {
        let root = try JSONText(parsing: text, of: Self.pluginID)
        let saved = try SavedAssessment(root["assessment"] ?? root, registry: registry)
        guard let configuration = saved.configuration else {
            let detail = "is missing or null, so the assessment cannot be decided again"
            throw .invalidOption(Self.pluginID, path: ["configuration"], detail: detail, at: root.position(at: []))
        }
        let read = try decodeOptions(Read.self, of: Self.pluginID, from: root, strictly: false)
        let again = saved.decideAgain(by: configuration.rules)
        self.configuration = configuration
        var assessment = again.assessment
        assessment.observations = saved.observations
        evidence = DiagnosticEvidence(assessment, answers: read.answers ?? [])
        provenance = read.format == Self.format ? read.provenance : nil
        difference = again.difference
    }

    private struct Read: Decodable {
        var format: String?
        var provenance: SessionRecording.Provenance?
        var answers: [ProbeExchange]?
    }

    /// Returns the bundle as a file, in JSON.
    public func encoded() -> [UInt8] {
        guard let json = try? JSON(encoding: self) else { preconditionFailure("a bundle has only encodable data") }
        return json.encoded(.pretty)
    }
}

extension DiagnosticBundle: Encodable {
    private enum CodingKeys: CodingKey {
        case format, version, provenance, assessment, answers, diagnosis
    }

    /// Encodes the evidence and its conclusion.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.format, forKey: .format)
        try container.encode(WireForm.version, forKey: .version)
        try container.encode(provenance, forKey: .provenance)
        let document = AssessmentDocument(evidence.assessment, decidedBy: configuration)
        try container.encode(document, forKey: .assessment)
        try container.encode(evidence.answers, forKey: .answers)
        try container.encode(diagnosis, forKey: .diagnosis)
    }
}

extension DiagnosticBundle: SchemaProviding {
    package static var schema: Schema {
        .object("DiagnosticBundle") {
            [
                Schema.Member("format", .choice([format]), isRequired: true),
                Schema.Member("version", .whole(nil), isRequired: true),
                Schema.Member("provenance", .either([SessionRecording.Provenance.schema, .null]), isRequired: true),
                Schema.Member("assessment", AssessmentDocument.schema, isRequired: true),
                Schema.Member("answers", .list(ProbeExchange.schema), isRequired: true),
                Schema.Member("diagnosis", .any, isRequired: true),
            ]
        }
    }
}
