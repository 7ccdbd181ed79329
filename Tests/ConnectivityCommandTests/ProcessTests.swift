#if canImport(CCurl) && os(Linux)
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ConnectivityCommand

/// Runs the built command as a separate process, because limits, arguments and open files concern a whole process.
@Suite(.serialized) struct `The process of a command` {
    private let answer = "HTTP/1.1 204 No Content\n\n"

    @Test func `A check without free descriptors says so and is no evidence against the network`() throws {
        let lines = try Tool.run(
            """
            for ((number = 3; number < 58; number++)); do eval "exec $number</dev/null"; done
            ulimit -n 64
            "$tool" check --source '{"use": "source.static", "interfaces": [{"name": "lo0"}]}' \\
                --endpoint http://name.invalid/ --endpoint http://127.0.0.1:1/
            echo "status $?"
            """
        )
        #expect(
            lines == [
                "connectivityctl: the network cannot be checked, because this program may not open more files; "
                    + "raise the limit of open files (ulimit -n)",
                "status 70",
            ]
        )
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

    @Test(arguments: ["classify --json FILE", "interfaces", "--version", "watch --source source.static"])
    func `Output that cannot be written ends the command with status 73`(words: String) throws {
        let file = try temporaryFile(answer)
        let command = words.replacing("FILE", with: file).replacing(
            "source.static",
            with: #"'{"use": "source.static", "interfaces": []}'"#
        )
        let lines = try Tool.run("\"$tool\" \(command) >/dev/full; echo \"status $?\"")
        #expect(lines == ["connectivityctl: the output cannot be written: No space left on device", "status 73"])
    }

    @Test func `A limit of file sizes is reported with status 73, and leaves no part of a file`() throws {
        let page = temporaryPath()
        let lines = try Tool.run(
            """
            cd \(temporaryFolder.path()); ulimit -f 1
            "$tool" manual check >limited; echo "status $?"
            "$tool" emulate \(try temporaryFile(answer, suffix: ".http")) --html \(page) >/dev/null; echo "status $?"
            test -e \(page) || echo none
            """
        )
        #expect(
            lines == [
                "connectivityctl: the output cannot be written: File too large", "status 73",
                "connectivityctl: cannot write \(page): File too large", "status 73", "none",
            ]
        )
    }

    @Test func `A shortage of descriptors is no fault of a recording or a plugin`() throws {
        let file = try temporaryFile(answer, suffix: ".http")
        let lines = try Tool.run(
            """
            for count in 5 6; do (ulimit -n $count; "$tool" fixture verify \(file); echo "status $?"); done
            (ulimit -n 5; "$tool" fixture verify \(temporaryFolder.path()); echo "status $?")
            (ulimit -n 12; "$tool" plugin check /bin/cat; echo "status $?")
            (ulimit -n 12; "$tool" plugin try /bin/cat \(file); echo "status $?")
            """
        )
        let advice = "because this program may not open more files; raise the limit of open files (ulimit -n)"
        #expect(
            lines.filter { $0.hasPrefix("connectivityctl") || $0.hasPrefix("status") } == [
                "connectivityctl: \(file) cannot be read, \(advice)", "status 70", "status 0",
                "connectivityctl: the folder \(temporaryFolder.path()) cannot be read, \(advice)", "status 70",
                "connectivityctl: a plugin cannot be started, \(advice)", "status 70",
                "connectivityctl: a plugin cannot be started, \(advice)", "status 70",
            ],
            "\(lines)"
        )
    }

    @Test func `A shortage of descriptors is no fault of a configuration, a journal or a service`() throws {
        let configuration = try temporaryFile(#"{ "plugins": [{ "program": ["/bin/cat"] }] }"#)
        let journal = try temporaryFile("")
        let lines = try Tool.run(
            """
            for count in 6 8; do (ulimit -n $count; "$tool" plugins --config \(configuration); echo "status $?"); done
            (ulimit -n 5; "$tool" report --journal \(journal); echo "status $?")
            for count in 6 7; do (ulimit -n $count; "$tool" status --socket /no/service; echo "status $?"); done
            (ulimit -n 8; "$tool" status --socket /no/service 2>/dev/null; echo "status $?")
            """
        )
        let advice = "because this program may not open more files; raise the limit of open files (ulimit -n)"
        let (plugin, service) = ("a plugin cannot be started", "/no/service cannot be asked")
        let expected = [plugin, plugin, "\(journal) cannot be read", service, service].flatMap {
            ["connectivityctl: \($0), \(advice)", "status 70"]
        }
        #expect(lines == expected + ["status 69"], "\(lines)")
    }

    @Test func `The name of a file that is not UTF-8 is refused with its place`() throws {
        let lines = try Tool.run("\"$tool\" classify $'\\xff.http'; echo \"status $?\"")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("connectivityctl: argument 2 is not UTF-8; ") == true)
        #expect(lines.last == "status 64")
    }

    @Test(.needs(.userNamespaces)) func `The arguments are known without the proc file system`() throws {
        let file = try temporaryFile(answer)
        let lines = try Tool.run(
            """
            unshare --map-root-user --mount sh -c 'mount -t tmpfs none /proc && ! test -e /proc/self &&
                "$tool" classify --url http://www.gstatic.com/generate_204 \(file)'
            """
        )
        #expect(lines.first == "genuine: the status is 204")
    }
}
#endif
