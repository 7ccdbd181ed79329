import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityKit
package import ConnectivityRecords
import ConnectivityToolkit
import ConnectivityWire

extension SessionRecording {
    /// Creates a session of one round from the output of "explain --bundle", "explain --json" or "check --json", without secrets.
    ///
    /// The session states the conclusion that follows from it. If the file has another one, both are printed.
    package static func imported(
        bundle bytes: [UInt8],
        _ path: String,
        source: String?,
        redaction: Redaction,
        _ console: Console
    ) throws -> (session: SessionRecording, agrees: Bool) {
        let read = try DiagnosticBundle(bytes, of: path, console)
        var provenance: Provenance = read.provenance ?? .saved(read.evidence.assessment)
        provenance.source = source ?? provenance.source
        // The output of check contains secrets.
        let bundle = try DiagnosticBundle(
            read.evidence,
            decidedBy: read.configuration,
            redaction: redaction,
            provenance: provenance,
            registry: console.registry
        )
        let saved = bundle.evidence.assessment
        var session = SessionRecording(of: saved, from: bundle.provenance ?? provenance)
        session.configuration = String(
            decoding: try JSON(encoding: bundle.configuration, isSparse: true).encoded(),
            as: UTF8.self
        )
        guard let replay = try session.replayed(path, console.registry) else {
            preconditionFailure("the session has a configuration")
        }
        session.expect(replay)
        let found = replay.assessments.last.map { SessionRecording.Expectation($0.assessment).line } ?? "nothing"
        let stated = SessionRecording.Expectation(saved).line
        for deviation in replay.deviations {
            console.print(SessionReplay.Difference.deviation(deviation).description)
        }
        guard found == stated, replay.deviations.isEmpty else {
            console.print("the bundle says \(stated); from the session follows \(found)")
            return (session, false)
        }
        console.print("from the session follows \(found), as the bundle says")
        return (session, true)
    }

    /// Creates a session of one round from the evidence of an assessment.
    private init(of assessment: Assessment, from provenance: Provenance) {
        let exchanges = assessment.endpoints.map { Exchange($0.exchange) }
        let seed = assessment.paths.lazy.compactMap { $0.course?.context.seed }.first ?? 0
        self.init(
            provenance: provenance,
            events: [
                Event(at: .zero, .interfaces(assessment.snapshot)), Event(at: .zero, .round(exchanges), seed: seed),
            ]
        )
    }
}

extension SessionRecording.Provenance {
    /// The origin of an assessment without a stated one.
    fileprivate static func saved(_ assessment: Assessment) -> Self {
        Self(
            source: "a saved assessment",
            recordedAt: assessment.beganAt ?? .now,
            tool: "connectivityctl \(PackageVersion.current)"
        )
    }
}
