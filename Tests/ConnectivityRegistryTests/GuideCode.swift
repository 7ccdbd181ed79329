#if canImport(CCurl) && canImport(CPCRE2) && os(Linux)
import ConnectivityKit
import ConnectivityCore
import ConnectivityDiagnosis
import ConnectivityRegistry
import ConnectivityRecords
import ConnectivitySupport
import ConnectivityTestKit
import Foundation
import Observation
import Testing

// Code of the guides, which `GuideTests` compares with this file.

/// Expects a JSON body whose member `status` has a value, such as `{"status": "ok"}`.
struct ServiceState: ResponseValidator, Configurable {
    static var pluginID: PluginID { "validator.service-state" }
    var expected: String

    var role: ValidatorRole { .expectation }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard exchange.response != nil else { return .inconclusive }
        guard let state = exchange.json?.record?["status"]?.text else {
            return Verdict(.substituted, because: Reason("com.example.state.missing"))
        }
        let facts: Facts = ["state": .text(state), "expected": .text(expected)]
        return state == expected
            ? Verdict(.genuine, because: Reason("com.example.state.expected", facts))
            : Verdict(.failed, because: Reason("com.example.state.other", facts))
    }
}

enum ServiceStatePlugin: ConnectivityPlugin {
    static func register(in registry: inout PluginRegistry) throws(PluginError) {
        try registry.register(validator: ServiceState.self)
        try registry.register(sentences: [
            "com.example.state.missing": "the body has no status",
            "com.example.state.expected": "the status is {state}",
            "com.example.state.other": "the status is {state} instead of {expected}",
        ])
    }
}

/// Switches something on while the Internet is there.
struct Beacon: Notifier {
    let set: @Sendable (Bool) async throws -> Void

    var mailbox: NotifierMailbox { .newest(.changes) }

    func assessmentChanged(_ assessment: Assessment) async throws {
        try await set(assessment.access == .online)
    }

    func runEnded(throwing error: (any Error)?) async throws { try await set(false) }
}

/// Looks again every ten minutes, and says how many events were lost.
struct Inspector: ServingNotifier {
    let say: @Sendable (String) -> Void

    func serve(_ run: NotifierRun) async throws {
        while true {
            try await Task.sleep(for: .seconds(600))
            run.lookNow()
            say("\(run.statistics.map(\.dropped).reduce(0, +)) events lost")
        }
    }
}

struct PortalFile: ProvisioningReader, Configurable {
    static var pluginID: PluginID { "provisioning.portal-file" }
    var folder: String

    var watchedPaths: [String] { [folder] }

    func provisioning(of interface: NetworkInterface) -> [Provisioning] {
        let path = "\(folder)/\(interface.name).portal"
        // To open a pipe could block for ever.
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        guard type == .typeRegular, let file = FileHandle(forReadingAtPath: path),
            let bytes = try? file.read(upToCount: 4096)
        else { return [] }
        return [Provisioning(origin: path, channel: .dhcpv4, captivePortal: Array(bytes))]
    }
}

private func services(_ notifier: some Notifier) async throws {
    let pipeline = try Pipeline.standard { notifier }
        .asking { Endpoint("https://git.example/", name: "git") }
    let reports = try await pipeline.judgeServices(beside: pipeline.assess())
    _ = reports
}

private func watched(show: (Assessment) -> Void) async throws {
    let updates = AssessmentUpdates()
    let pipeline = try Pipeline.standard { updates }
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await pipeline.run() }
        for await assessment in updates { show(assessment) }
        try await group.waitForAll()  // throws what ended the run
    }
}

func uploaded(_ updates: AssessmentUpdates, upload: () async throws -> Void) async throws -> Bool {
    guard await updates.waitUntilOnline(timeout: .seconds(30)) else { return false }
    try await upload()
    return true
}

/// What a window shows.
@Observable @MainActor final class AccessModel {
    private(set) var access = InternetAccess.determining
    private(set) var signInURL: HTTPURL?

    func follow(_ updates: AssessmentUpdates) async {
        for await assessment in updates {
            access = assessment.access
            signInURL = assessment.access.portal?.signInURL
        }
    }
}

/// Keeps letters until the Internet is there.
actor Outbox {
    private var letters: [String] = []

    func add(_ letter: String) { letters.append(letter) }

    func deliver(_ updates: AssessmentUpdates, send: @Sendable (String) async throws -> Void) async throws {
        while await updates.waitUntilOnline(), let letter = letters.first {
            try await send(letter)
            letters.removeFirst()
        }
    }
}

private func cause(_ configuration: PipelineConfiguration) async throws -> Cause? {
    let assessment = try await Pipeline(configuration) {}.assess()
    let prober = try configuration.wholeProber()
    let evidence = await Diagnosis.completing(DiagnosticEvidence(assessment), asking: prober)
    let diagnosis = Diagnosis(of: evidence)
    print(diagnosis.explanation().joined(separator: "\n"))
    return diagnosis.causes.first?.cause
}

private func compared(_ evidence: DiagnosticEvidence, _ configuration: PipelineConfiguration) throws -> [String] {
    let provenance = SessionRecording.Provenance(source: "room 12", recordedAt: .now, tool: "example 1.0")
    let bundle = try DiagnosticBundle(evidence, decidedBy: configuration, provenance: provenance, registry: .standard())
    let again = try DiagnosticBundle(json: bundle.encoded(), registry: .standard())
    return again.differences(from: bundle).map(\.subject)
}

private func recorded(_ updates: AssessmentUpdates) throws -> SessionRecorder {
    let recorder = SessionRecorder()
    let pipeline = try Pipeline.standard { updates }.observing(recorder.observe)
    withExtendedLifetime(pipeline) {}
    return recorder
}

@Suite struct `The parts in the guides` {
    @Test @MainActor func `A model, an outbox and a wait follow the access`() async throws {
        let portal = CaptivePortal(signInURL: "http://login.example/", kind: .redirect)
        func assessment(_ access: InternetAccess) -> Assessment {
            Assessment(access: access, reason: .noEndpoint, startedAt: Timestamp(sinceEpoch: .zero))
        }
        let (updates, model, outbox) = (AssessmentUpdates(), AccessModel(), Outbox())
        let following = Task { await model.follow(updates) }
        await updates.assessmentChanged(assessment(.captive(portal)))
        while model.access != .captive(portal) { await Task.yield() }
        #expect(model.signInURL == "http://login.example/")
        await outbox.add("one")
        await outbox.add("two")
        let sent = Mutex<[String]>([])
        let sending = Task { try await outbox.deliver(updates) { letter in sent.withLock { $0.append(letter) } } }
        await updates.assessmentChanged(assessment(.online))
        #expect(try await uploaded(updates) {})
        try await sending.value
        #expect(sent.withLock { $0 } == ["one", "two"])
        await updates.runEnded(throwing: nil)
        await following.value
        #expect(model.access == .online && model.signInURL == nil)
        #expect(try await !uploaded(updates) { Issue.record("the run is over") })
    }

    @Test func `A service state keeps the laws of validators`() throws {
        try ValidatorLaws.check(ServiceState(expected: "ok"))
    }

    @Test func `A majority keeps the laws of policies`() throws {
        try PolicyLaws.check(Majority())
    }

    @Test func `A beacon keeps the laws of notifiers`() async throws {
        try await NotifierLaws.check(Beacon { _ in }, clock: .continuous)
    }

    @Test func `A portal file keeps the laws of provisioning readers`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "portal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "eth0.portal")
        try Data("https://portal.example/api".utf8).write(to: file)
        let reader = PortalFile(folder: folder.path)
        let interface = NetworkInterface(name: "eth0", index: 1, kind: .ethernet)
        try ProvisioningReaderLaws.check(reader, of: interface, files: [file.path])
        #expect(reader.provisioning(of: interface).count == 1)
    }

    @Test(arguments: [
        (#"{"status": "ok"}"#, Verdict.Finding.genuine), (#"{"status": "degraded"}"#, .failed), ("<p>", .substituted),
    ])
    func `A service state distinguishes trouble from another answer`(body: String, finding: Verdict.Finding) {
        let exchange = ProbeExchange(
            request: ProbeRequest("https://status.example.com/health"),
            outcome: .success(ProbeResponse(status: 200, body: Array(body.utf8)))
        )
        #expect(ServiceState(expected: "ok").validate(exchange).finding == finding)
    }

    @Test func `A session is recorded from a pipeline that runs`() throws {
        #expect(try recorded(AssessmentUpdates()).assessments.isEmpty)
    }
}
#endif
