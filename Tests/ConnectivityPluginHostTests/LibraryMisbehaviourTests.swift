#if os(Linux)
import ConnectivityCore
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ConnectivityPluginHost

/// A library that breaks the contract, and what must come of it.
struct LibraryMisbehaviour: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable {
        /// It is not used at all; the text is in the reason.
        case refused(String)
        /// Inconclusive, with this fault and this text in its detail.
        case fault(PluginFault.Kind, String)
        /// A verdict, and its code.
        case verdict(Verdict.Finding, String)
    }

    var name: String
    var outcome: Outcome
    var body = "pong"
    var limit = Duration.seconds(20)
    var options = JSON.object([])
    var library: @Sendable () throws -> TestLibrary

    var testDescription: String { name }

    private static func entry(_ name: String, _ reason: String, _ entry: String) -> Self {
        Self(name: name, outcome: .refused(reason)) { try TestLibrary(entry: entry) }
    }

    private static func introduction(_ name: String, _ reason: String, _ introduce: String) -> Self {
        Self(name: name, outcome: .refused(reason)) { try TestLibrary(introduce: introduce) }
    }

    private static func validation(
        _ name: String,
        _ outcome: Outcome,
        body: String = "pong",
        limit: Duration = .seconds(20),
        _ validate: String
    ) -> Self {
        Self(name: name, outcome: outcome, body: body, limit: limit) { try TestLibrary(validate: validate) }
    }

    private static let genuine = TestLibrary.say(#"{"verdict": "genuine", "reason": {"code": "com.example.fine"}}"#)

    static let all: [Self] =
        [
            Self(name: "has no symbol", outcome: .refused("does not export connectivity_plugin_v1")) {
                try TestLibrary(whole: "int x;")
            },
            Self(name: "exports data instead of a function", outcome: .refused("is no function")) {
                try TestLibrary(
                    whole: "__attribute__((visibility(\"default\"))) long connectivity_plugin_v1[4] = {4096, 1, 1, 1};"
                )
            },
            Self(name: "needs a function that does not exist", outcome: .refused("cannot be loaded")) {
                try TestLibrary(entry: "extern int missing_function(void); missing_function(); return &table;")
            },
            entry("returns a null pointer", "returns a null pointer", "return 0;"),
            entry("returns a pointer that is not aligned", "not aligned", "return (void *)((char *)&table + 1);"),
            entry("states a size of 0", "size of its table is 0", "table.size = 0; return &table;"),
            entry("states a size without a function", "size of its table is 8", "table.size = 8; return &table;"),
            entry("states a size that is no multiple", "size of its table is 13", "table.size = 13; return &table;"),
            entry("states a size of a terabyte", "1099511627776", "table.size = 1099511627776; return &table;"),
            entry("states a negative size", "size of its table is -1", "table.size = -1; return &table;"),
            entry("introduces nothing", "no function introduce", "table.introduce = 0; return &table;"),
            introduction("introduces itself with nothing", "no JSON object", "return 0;"),
            introduction("introduces itself with words", #""hello""#, TestLibrary.say("hello")),
            introduction("introduces itself with a list", "no JSON object", TestLibrary.say("[]")),
            introduction("introduces itself with 2^64 - 1 bytes", "18446744073709551615 bytes", "return -1;"),
            introduction(
                "speaks another protocol",
                "protocol 7",
                TestLibrary.say(
                    #"{"protocol": 7, "name": "a", "version": "1", "registers": [{"use": "validator.example.a"}]}"#
                )
            ),
            introduction(
                "carries a prober",
                "validators only",
                TestLibrary.say(
                    #"{"protocol": 1, "name": "a", "version": "1", "registers": [{"use": "prober.example.a", "kinds": ["a"]}]}"#
                )
            ),
            introduction(
                "registers nothing",
                "1 through 64",
                TestLibrary.say(#"{"protocol": 1, "name": "a", "version": "1", "registers": []}"#)
            ),
            Self(name: "hangs in its introduction", outcome: .refused("in time"), limit: .milliseconds(300)) {
                try TestLibrary(introduce: "for (;;) pause();")
            },
            Self(name: "has no function validate", outcome: .fault(.malformed, "no function validate")) {
                try TestLibrary(entry: "table.validate = 0; return &table;")
            },
            Self(name: "is older than validate", outcome: .fault(.malformed, "no function validate")) {
                try TestLibrary(entry: "table.size -= sizeof table.validate; return &table;")
            },
            Self(name: "refuses its options", outcome: .fault(.refused, "no such word")) {
                try TestLibrary(open: TestLibrary.say(#"{"error": "no such word"}"#))
            },
            Self(name: "answers open with a verdict", outcome: .fault(.malformed, "open")) {
                try TestLibrary(open: TestLibrary.say(#"{"verdict": "genuine"}"#))
            },
            Self(name: "answers open with an empty object", outcome: .fault(.malformed, #"no "error""#)) {
                try TestLibrary(open: TestLibrary.say("{}"))
            },
            Self(name: "hangs in open", outcome: .fault(.late, "in time"), limit: .milliseconds(300)) {
                try TestLibrary(open: "for (;;) pause();")
            },
        ] + [
            validation("says nothing", .verdict(.inconclusive, "stated"), "return 0;"),
            validation("states more bytes than it writes", .fault(.stray, "no JSON"), "reply[0] = '{'; return 100;"),
            validation("states 2 MiB", .fault(.malformed, "2097152 bytes"), "return 2097152;"),
            validation("states 2^63 bytes", .fault(.malformed, "more than 1048576"), "return (size_t)1 << 63;"),
            validation(
                "needs more room each time",
                .fault(.malformed, "8192 bytes first and 16384 then"),
                "return capacity * 2;"
            ),
            validation(
                "needs more room once",
                .verdict(.genuine, "com.example.fine"),
                "if (capacity < 10000) return 10000; memset(reply, ' ', capacity); \(genuine)"
            ),
            validation("writes half a reply", .fault(.stray, "no JSON"), TestLibrary.say(#"{"verdict": "genu"#)),
            validation(
                "writes invalid UTF-8",
                .fault(.stray, "no JSON"),
                #"return say(reply, capacity, "{\"verdict\": \"\xff\"}");"#
            ),
            validation(
                "nests deeply",
                .fault(.stray, "no JSON"),
                "memset(reply, '[', capacity); return capacity;"
            ),
            validation(
                "has an unknown verdict",
                .fault(.malformed, "verdict"),
                TestLibrary.say(#"{"verdict": "online"}"#)
            ),
            validation(
                "claims a basis",
                .fault(.malformed, "basis"),
                TestLibrary.say(#"{"verdict": "genuine", "basis": "whole-answer"}"#)
            ),
            validation(
                "has a reason of ours",
                .fault(.malformed, "begin with a name"),
                TestLibrary.say(#"{"verdict": "genuine", "reason": {"code": "body-equals", "facts": {}}}"#)
            ),
            validation("reports an error", .fault(.refused, "no disk"), TestLibrary.say(#"{"error": "no disk"}"#)),
            validation("hangs", .fault(.late, "in time"), limit: .milliseconds(300), "for (;;) pause();"),
            validation("spins", .fault(.late, "in time"), limit: .milliseconds(300), "for (volatile int i = 0;; i++);"),
            validation(
                "finds a portal page genuine",
                .verdict(.inconclusive, "testimony-overruled"),
                body: "<form action=/login><input name=user><input type=password></form>",
                genuine
            ),
            validation(
                "names a dangerous sign-in URL",
                .verdict(.captive, "com.example.portal"),
                TestLibrary.say(
                    #"{"verdict": "captive", "reason": {"code": "com.example.portal"}, "signInURL": "javascript:alert(1)"}"#
                )
            ),
            validation(
                "changes what it must not change",
                .verdict(.genuine, "com.example.fine"),
                "*(int *)&exchange->status = 7; ((struct connectivity_exchange_v1 *)exchange)->headers = 0; \(genuine)"
            ),
            validation(
                "starts a process that stays",
                .verdict(.genuine, "com.example.fine"),
                """
                pid_t child = fork();
                if (child == 0) { if (fork() == 0) sleep(2); _exit(0); }
                waitpid(child, 0, 0);
                \(genuine)
                """
            ),
            validation(
                "blocks and raises signals",
                .verdict(.genuine, "com.example.fine"),
                "signal(SIGUSR2, SIG_IGN); raise(SIGUSR2); \(genuine)"
            ),
        ]
}

@Suite(.needs(.compiler)) struct `A library that breaks the contract` {
    @Test(arguments: LibraryMisbehaviour.all)
    func `A faulty library is reported with its fault, and the next library is not affected`(row: LibraryMisbehaviour)
        async throws
    {
        #expect(LibraryMisbehaviour.all.count >= 20)
        let test = try row.library()
        if case .refused(let reason) = row.outcome {
            let fault = await #expect(throws: PluginFault.self) {
                _ = try await test.load(within: row.limit)
            }
            #expect(fault?.detail.contains(reason) == true, "\(fault as Any)")
            return
        }
        let library = try await test.load()
        let asked = exchange(row.body, within: row.limit)
        let start = ContinuousClock.now
        let verdict = await library.witness(options: row.options).testify(on: asked)
        #expect(ContinuousClock.now - start < .seconds(10))
        switch row.outcome {
        case .refused: break
        case .fault(let kind, let text):
            #expect(verdict.finding == .inconclusive)
            #expect(verdict.reason.code == "plugin-failed", "\(verdict.reason)")
            #expect(verdict.reason.facts["fault"] == .text(kind.rawValue), "\(verdict.reason)")
            #expect(verdict.reason.facts["detail"]?.text?.contains(text) == true, "\(verdict.reason)")
        case .verdict(let finding, let code):
            #expect(verdict.finding == finding && verdict.reason.code == code, "\(verdict)")
            #expect(verdict.portal?.signInURL == nil && verdict.basis == .part)
        }
        let other = try await TestLibrary(validate: TestLibrary.say(#"{"verdict": "genuine"}"#)).load()
        #expect(await other.witness().testify(on: exchange("pong")).finding == .genuine)
    }

    @Test func `A call that hangs is late, and the library is not asked again until it returns`() async throws {
        let library = try await TestLibrary(
            validate: """
                if (exchange->body.count == 4) { while (access(PATH, F_OK) != 0) usleep(1000); }
                \(TestLibrary.say(#"{"verdict": "genuine"}"#))
                """,
            more: "#define PATH \"/tmp/connectivity-library-\(getpid())-go\""
        ).load()
        let file = "/tmp/connectivity-library-\(getpid())-go"
        defer { try? FileManager.default.removeItem(atPath: file) }
        func fault(within limit: Duration) async -> Fact? {
            await library.witness().testify(on: exchange("hang", within: limit)).reason.facts["fault"]
        }
        #expect(await fault(within: .milliseconds(1200)) == "late")
        let start = ContinuousClock.now
        #expect(await fault(within: .seconds(20)) == "resting")
        #expect(ContinuousClock.now - start < .seconds(5))
        try Data().write(to: URL(filePath: file))
        var verdict = Verdict.inconclusive
        for _ in 0..<1000 where verdict.finding != .genuine {
            try await Task.sleep(for: .milliseconds(5))
            verdict = await library.witness().testify(on: exchange("pong!"))
        }
        #expect(verdict.finding == .genuine)
    }

    @Test func `A request that is cancelled ends at once`() async throws {
        let library = try await TestLibrary(validate: "sleep(3); return 0;").load()
        let task = Task { await library.witness().testify(on: exchange("pong")) }
        try await Task.sleep(for: .milliseconds(50))
        let start = ContinuousClock.now
        task.cancel()
        #expect(await task.value.reason.facts["fault"] == "cancelled")
        #expect(ContinuousClock.now - start < .seconds(2))
    }
}
#endif
