#if os(Linux) && AddressSanitizer
import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityPluginHost

/// A library that uses memory that is not its own.
///
/// Only the address sanitizer sees it; `Tests/Libraries/run` has that.
struct LibraryHarm: Codable, Sendable, CustomTestStringConvertible {
    var name: String
    /// The body of `validate`; it is called twice.
    var validate: String
    var report: String

    var testDescription: String { name }

    init(_ name: String, _ report: String, _ validate: String) {
        (self.name, self.report, self.validate) = (name, report, validate)
    }

    static let all: [Self] = [
        Self("writes beyond the room for its reply", "heap-buffer-overflow", "reply[capacity] = 1; return 0;"),
        Self("writes before the room for its reply", "heap-buffer-overflow", "reply[-1] = 1; return 0;"),
        Self(
            "writes more than there is room for",
            "heap-buffer-overflow",
            "memset(reply, 'x', 100000); return 100000;"
        ),
        Self("reads beyond the body", "heap-buffer-overflow", read("exchange->body.start[exchange->body.count]")),
        Self(
            "reads the body as a string that ends with a zero byte",
            "heap-buffer-overflow",
            "return strlen(exchange->body.start) > 1000;"
        ),
        Self(
            "reads beyond the last text",
            "heap-buffer-overflow",
            read("exchange->headers[exchange->header_count - 1].value.start[1]")
        ),
        Self(
            "reads a header that is not there",
            "heap-buffer-overflow",
            read("exchange->headers[exchange->header_count].name.count")
        ),
        Self("reads beyond the exchange", "stack-buffer-overflow", read("((char *)exchange)[exchange->size]")),
        Self(
            "keeps an answer and reads it later",
            "heap-use-after-free",
            "static const char *kept; if (kept) \(read("*kept")) kept = exchange->body.start; return 0;"
        ),
        Self("frees what the host has", "attempting free", "free((void *)exchange->body.start); return 0;"),
        Self("frees its own twice", "double-free", "static char *own; if (!own) own = malloc(9); free(own); return 0;"),
        Self(
            "writes beyond its own variable",
            "stack-buffer-overflow",
            "char own[8]; memset(own, 0, 80); \(read("own[3]"))"
        ),
    ]

    private static func read(_ value: String) -> String {
        "{ volatile char read = \(value); return read == 77 ? 1 : 0; }"
    }
}

@Suite(.needs(.compiler)) struct `A library under the address sanitizer` {
    @Test(arguments: LibraryHarm.all)
    func `What it reads or writes beyond its bounds ends the process with a report`(harm: LibraryHarm) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [harm] in
            let library = try await TestLibrary(validate: harm.validate).load()
            for body in ["pong", "ping"] {
                let response = ProbeResponse(status: 200, headers: ["X": "y"], body: Array(body.utf8))
                let asked = ProbeExchange(request: exchange(body).request, outcome: .success(response))
                _ = await library.witness().testify(on: asked)
            }
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("AddressSanitizer: \(harm.report)"), "\(said.prefix(600))")
    }
}
#endif
