#if canImport(CCurl) && os(Linux)
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

/// Runs the built command as a separate process, because limits, arguments and open files concern a whole process.
@Suite(.serialized) struct `The process of a command` {
    private let answer = "HTTP/1.1 204 No Content\n\n"

    /// Runs a command in this process, which may open no more files from now on.
    private static func withoutDescriptors(_ words: [String]) async throws -> Transcript {
        // The waits of tasks open a descriptor for each clock, once.
        try await ContinuousClock().sleep(for: .milliseconds(1))
        try await SuspendingClock().sleep(for: .milliseconds(1))
        let free = dup(0)
        close(free)
        var limit = rlimit(rlim_cur: rlim_t(free), rlim_max: rlim_t(free))
        precondition(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        // A thread of the test library may close a descriptor below the limit after it was set.
        for _ in 0..<20 {
            while dup(0) >= 0 {}
            usleep(1000)
        }
        return await Transcript.of(words: words)
    }

    @Test(
        arguments: [
            "check --source SOURCE --endpoint http://name.invalid/ --endpoint http://127.0.0.1:1/",
            "fixture verify FILE", "fixture verify FOLDER", "plugin check /bin/cat", "plugin try /bin/cat FILE",
            "plugins --config FILE", "report FILE", "status --socket /no/service",
        ]
    )
    func `Without free descriptors a command reports that as the only reason`(command: String) async throws {
        let file = try temporaryFile(answer, suffix: ".http")
        let words = command.split(separator: " ").map { word -> String in
            switch word {
            case "SOURCE": #"{"use": "source.static", "interfaces": [{"name": "lo0"}]}"#
            case "FILE": file
            case "FOLDER": temporaryFolder.path()
            default: String(word)
            }
        }
        await #expect(processExitsWith: .success) { [words = words as [String]] in
            let result = try await Self.withoutDescriptors(words)
            let advice = "because this program may not open more files; raise the limit of open files (ulimit -n)"
            expect(result.status, .software, "\(result)")
            expect(result.errors.last?.hasSuffix(", \(advice)"), true, "\(result)")
        }
    }

    @Test func `A command that does not end is ended with status 70 and advice`() async {
        let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
            OuterDeadline.begin(after: .zero)
            while true { pause() }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.hasPrefix("connectivityctl: the check did not end in time"))
        #expect(text.hasSuffix("(ulimit -u)\n"))
    }

    @Test func `A command for a monitoring system that does not end is ended as unknown, on standard output`() async {
        let result = await #expect(processExitsWith: .exitCode(3), observing: [\.standardOutputContent]) {
            OuterDeadline.answerMonitoring(true)
            OuterDeadline.begin(after: .zero)
            while true { pause() }
        }
        let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(text.hasPrefix("UNKNOWN - the check did not end in time"))
    }

    @Test(arguments: ["classify --json FILE", "interfaces", "--version", "watch --source source.static"])
    func `Output that cannot be written ends the command with status 73`(words: String) throws {
        let file = try temporaryFile(answer)
        let command = words.replacing("FILE", with: file).replacing(
            "source.static",
            with: #"'{"use": "source.static", "interfaces": []}'"#
        )
        let lines = try Tool.run("\"$tool\" \(command) >/dev/full; echo \"status $?\"")
        expect(lines, ["connectivityctl: the output cannot be written: No space left on device", "status 73"])
    }

    @Test func `A limit of file sizes is reported with status 73, and leaves no part of a file`() throws {
        let page = temporaryPath()
        let lines = try Tool.run(
            """
            cd \(temporaryFolder.path()); ulimit -f 1
            "$tool" manual check >limited; echo "status $?"
            "$tool" explain --source '{"use": "source.static", "interfaces": []}' --bundle \(page) >/dev/null
            echo "status $?"
            test -e \(page) || echo none
            """
        )
        expect(
            lines,
            [
                "connectivityctl: the output cannot be written: File too large", "status 73",
                "connectivityctl: cannot write \(page): File too large", "status 73", "none",
            ]
        )
    }

    @Test func `The name of a file that is not UTF-8 is refused with its place`() throws {
        let lines = try Tool.run("\"$tool\" classify $'\\xff.http'; echo \"status $?\"")
        expect(lines.count, 2)
        expect(lines.first?.hasPrefix("connectivityctl: argument 2 is not UTF-8; "), true)
        expect(lines.last, "status 64")
    }

    @Test(.needs(.userNamespaces)) func `The arguments are known without the proc file system`() throws {
        let file = try temporaryFile(answer)
        // libdispatch looks there for its threads, and ends the process now and then on a busy machine if it finds none.
        let lines = try Tool.run(
            """
            unshare --map-root-user --mount sh -c 'mount -t tmpfs none /proc && ! test -e /proc/self &&
                for number in 1 2 3 4 5 6 7 8; do
                    "$tool" classify --url http://www.gstatic.com/generate_204 \(file) 2>/dev/null && break
                done'
            """
        )
        expect(lines.first, "genuine: the status is 204")
    }
}
#endif
