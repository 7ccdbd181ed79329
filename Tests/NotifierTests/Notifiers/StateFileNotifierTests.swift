#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityPipeline
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityToolkit
import ConnectivityWire
import Foundation
import Glibc
import Testing
import TestSupport

@testable import ConnectivityNotifiers

@Suite(.serialized, .timeLimit(.minutes(2))) struct `The state file` {
    private let folder: TestFolder
    private let notifier: StateFileNotifier

    init() throws {
        folder = try TestFolder()
        notifier = StateFileNotifier(file: folder.path("state.json"))
    }

    private func access() throws -> String? {
        let data = Data(try folder.text("state.json").utf8)
        return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["access"] as? String
    }

    @Test func `The state file has the newest assessment, and is removed when the run ends`() async throws {
        try await notifier.handle(.assessmentChanged(.sample(.online)))
        try expect(access(), "online")
        try await notifier.handle(.assessmentChanged(.portal))
        try expect(access(), "captive")
        var confirmed = Assessment.sample(.partial)
        confirmed.confirmedAt = Timestamp(sinceEpoch: .seconds(60))
        try await notifier.handle(.assessmentConfirmed(confirmed))
        #expect(try folder.text("state.json").contains(#""confirmedAt":"1970-01-01T00:01:00.000Z""#))
        try expect(folder.names(), ["state.json", "state.json.lock"])
        try await notifier.handle(.runEnded(throwing: nil))
        try await notifier.handle(.runEnded(throwing: nil))
        try expect(folder.names(), ["state.json.lock"])
    }

    @Test(arguments: [(0o600, 0o777), (0o644, 0o077), (0o666, 0o022)] as [(UInt16, mode_t)])
    func `The state file has the permissions of the option, whatever the umask is`(mode: UInt16, mask: mode_t)
        async throws
    {
        let old = umask(mask)
        defer { umask(old) }
        try await StateFileNotifier(file: folder.path("state.json"), permissions: mode).handle(
            .assessmentChanged(.sample())
        )
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("state.json"))
        expect(attributes[.posixPermissions] as? UInt16, mode)
    }

    @Test func `A second notifier neither replaces nor removes the file of the first one`() async throws {
        let second = StateFileNotifier(file: folder.path("state.json"))
        try await notifier.handle(.assessmentChanged(.sample(.online)))
        var fault = ""
        do { try await second.handle(.assessmentChanged(.portal)) } catch { fault = "\(error)" }
        #expect(fault.hasSuffix("state.json: another process uses this file; each needs its own"), "\(fault)")
        try await second.handle(.runEnded(throwing: nil))
        try expect(access(), "online")
        try await notifier.handle(.runEnded(throwing: nil))
        try await second.handle(.assessmentChanged(.portal))
        try expect(access(), "captive")
    }

    @Test func `A reader never sees a part of the state file`() async throws {
        let long = Assessment.sample(.partial, because: .stated(String(repeating: "x", count: 200_000)))
        try await notifier.handle(.assessmentChanged(long))
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                var count = 0
                while !Task.isCancelled {
                    let seen = try access()
                    #expect(seen != nil)
                    count += 1
                    await Task.yield()
                }
                return count
            }
            for _ in 0..<30 {
                try await notifier.handle(.assessmentChanged(.sample(.online)))
                try await notifier.handle(.assessmentChanged(long))
            }
            group.cancelAll()
            #expect(try await group.next() ?? 0 > 5)
        }
    }

    @Test func `A full disk keeps the old state file, is counted, and later events succeed`() async throws {
        guard unsafe system("mount -t tmpfs -o size=64k none \(folder.url.path()) 2>/dev/null") == 0 else {
            print("SKIPPED: a full disk: a file system cannot be mounted here")
            return
        }
        defer { _ = unsafe system("umount -l \(folder.url.path())") }
        try await notifier.handle(.assessmentChanged(.sample(.online)))
        let rest = try folder.script("dd if=/dev/zero of=\(folder.path("rest")) bs=4k 2>/dev/null; true")
        expect(unsafe system(rest), 0)
        let statistics = try await deliver([.portal], to: Kept(base: notifier))
        expect(statistics.failed, 1)
        expect(statistics.lastFailure, "\(notifier.file): No space left on device")
        try expect(access(), "online")
        #expect(try !folder.names().contains { $0.hasSuffix(".new") })
        try FileManager.default.removeItem(atPath: folder.path("rest"))
        try await notifier.handle(.assessmentChanged(.portal))
        try expect(access(), "captive")
    }

    @Test func `A missing folder is a failure with the path, and a link in place of the draft is not followed`()
        async throws
    {
        let lost = StateFileNotifier(file: folder.path("none/state.json"))
        let error = await #expect(throws: NotifierFault.self) { try await lost.handle(.assessmentChanged(.sample())) }
        expect(error?.description.hasSuffix("/none/state.json: No such file or directory"), true)
        try Data("mine".utf8).write(to: URL(filePath: folder.path("other")))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(".state.json.new"),
            withDestinationPath: folder.path("other")
        )
        try await notifier.handle(.assessmentChanged(.sample(.online)))
        try expect(folder.text("other"), "mine")
        try expect(access(), "online")
    }

    @Test func `A link is followed, and stays when the run ends`() async throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("state.json"),
            withDestinationPath: folder.path("other.json")
        )
        for _ in 0..<2 {
            try await notifier.handle(.assessmentChanged(.sample(.online)))
            try expect(access(), "online")
            try expect(Set(folder.names()), ["state.json", "other.json", "other.json.lock"])
            try await notifier.handle(.runEnded(throwing: nil))
            try expect(Set(folder.names()), ["state.json", "other.json.lock"])
        }
    }

    @Test func `A pipe in place of the state file is written, and neither replaced nor removed`() async throws {
        let pipe = folder.path("state.json")
        expect(unsafe mkfifo(pipe, 0o600), 0)
        let error = await #expect(throws: NotifierFault.self) {
            try await notifier.handle(.assessmentChanged(.sample()))
        }
        expect(error?.description.hasSuffix("no program reads from this pipe; start its reader first"), true)
        let reader = unsafe open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        try await notifier.handle(.assessmentChanged(.sample(.online)))
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe read(reader, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasSuffix("\n"))
        try await notifier.handle(.runEnded(throwing: nil))
        #expect(WholeFile.isPipe(pipe))
        try expect(folder.names(), ["state.json"])
    }

    @Test func `A dash is standard output, for the state file and the metrics`() throws {
        try expect(notifierOf(#"{"use": "notifier.state-file", "file": "-"}"#).file, "-")
        let metrics = try NotifierTests.notifier(
            PrometheusFileNotifier.self,
            #"{"use": "notifier.prometheus-file", "file": "-"}"#
        )
        try expect(metrics.reference().options, #"{"file":"-"}"#)
    }

    @Test func `A disk that does not answer delays a cancelled task for a moment only`() async throws {
        let start = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await BackgroundThread.run { sleep(3) } }
            group.cancelAll()
        }
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test func `The state file keeps the laws of notifiers`() async throws {
        let mirrored = Mirrored(base: notifier)
        try await NotifierLaws.check(mirrored) {
            guard let text = try? folder.text("state.json") else { return [] }
            return mirrored.assessment(of: text).map { [$0] } ?? []
        }
    }

    @Test func `Options of the state file that cannot be used are refused with advice`() throws {
        for path in ["state.json", "/run/", "", "/a\\u0000b"] {
            let text = try refusal(#"{"use": "notifier.state-file", "file": "\#(path)"}"#)
            #expect(text.contains("must be the absolute path of a file"), "\(text)")
        }
        for mode in ["0999", "rw", "4755", "0044"] {
            let text = try refusal(#"{"use": "notifier.state-file", "file": "/a", "mode": "\#(mode)"}"#)
            #expect(text.contains("must be permissions in octal digits, such as 0644"), "\(text)")
        }
        let whole = try notifierOf(#"{"use": "notifier.state-file", "file": "/a/b", "mode": "0600"}"#)
        try expect(whole.reference().options, #"{"file":"/a/b","mode":"0600"}"#)
    }

    private func notifierOf(_ json: String) throws -> StateFileNotifier {
        try NotifierTests.notifier(StateFileNotifier.self, json)
    }

    /// Leaves out the end of the run, which removes the file.
    private struct Kept: Notifier {
        let base: StateFileNotifier
        var mailbox: NotifierMailbox { base.mailbox }
        func handle(_ event: PipelineEvent) async throws {
            if case .runEnded = event { return }
            try await base.handle(event)
        }
    }

    /// Remembers which text stands for which assessment, because an assessment cannot be read from JSON alone.
    private final class Mirrored: Notifier {
        let base: StateFileNotifier
        private let texts = Lock<[String: Assessment]>([:])

        init(base: StateFileNotifier) { self.base = base }

        var mailbox: NotifierMailbox { base.mailbox }
        func assessment(of text: String) -> Assessment? { texts.withLock { $0[text] } }

        func handle(_ event: PipelineEvent) async throws {
            if case .assessmentChanged(let assessment) = event {
                let text = try JSON(encoding: assessment).sorted.text + "\n"
                texts.withLock { $0[text] = assessment }
            }
            try await base.handle(event)
        }
    }
}
#endif
