import ConnectivityDiagnosis
import ConnectivityKit
import ConnectivityRecords
import ConnectivityRegistry

// Code of the guide "Finding the cause", which the tests of the guides compare with this file.

func cause(_ configuration: PipelineConfiguration) async throws -> Cause? {
    let assessment = try await Pipeline(configuration) {}.assess()
    let prober = try configuration.wholeProber()
    let evidence = await Diagnosis.completing(DiagnosticEvidence(assessment), asking: prober)
    let diagnosis = Diagnosis(of: evidence)
    print(diagnosis.explanation(.standard).joined(separator: "\n"))
    return diagnosis.causes.first?.cause
}

func decidedAgain(_ evidence: DiagnosticEvidence, _ configuration: PipelineConfiguration) throws -> Diagnosis {
    let provenance = SessionRecording.Provenance(source: "room 12", recordedAt: .now, tool: "example 1.0")
    let bundle = try DiagnosticBundle(evidence, decidedBy: configuration, provenance: provenance, registry: .standard())
    return try DiagnosticBundle(json: bundle.encoded(), registry: .standard()).diagnosis
}
