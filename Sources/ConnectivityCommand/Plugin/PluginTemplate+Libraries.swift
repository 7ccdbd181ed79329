// A new plugin as a library, in C and in Swift.

extension PluginTemplate {
    static let cLibrary = [
        File(path: "plugin.c", text: cLibrarySource), File(path: "connectivity_plugin.h", text: header),
        File(path: "Makefile", text: libraryMakefile),
    ]

    static let swiftLibrary = [
        File(path: "plugin.swift", text: swiftLibrarySource), File(path: "connectivity_plugin.h", text: header),
    ]

    static let swiftLibraryBuild =
        "swiftc -O -swift-version 6 -emit-library -parse-as-library -import-objc-header connectivity_plugin.h"
        + " -o @PROGRAM@ plugin.swift"

    /// The header for authors of libraries.
    private static let header = String(decoding: PackageResources.connectivity_plugin_h, as: UTF8.self)

    private static let libraryMakefile = """
        CFLAGS = -O2 -Wall -Wextra

        @PROGRAM@: plugin.c connectivity_plugin.h
        \t$(CC) $(CFLAGS) -shared -fPIC -fvisibility=hidden -o $@ plugin.c

        """

    private static let cLibrarySource =
        "#include \"connectivity_plugin.h\"\n\n" + cReader + #"""
            // Writes a reply, if there is room for it, and returns its length.
            static size_t say(char *reply, size_t capacity, const char *text) {
                size_t length = strlen(text);
                if (length <= capacity) memcpy(reply, text, length);
                return length;
            }

            static size_t introduce(char *reply, size_t capacity) {
                return say(reply, capacity, "@C_INTRODUCTION@");
            }

            // Keeps the expected text in `state`.
            static size_t begin(struct connectivity_bytes use, struct connectivity_bytes options, void **state, char *reply,
                                size_t capacity) {
                (void)use;
                char *copy = strndup(options.start, options.count);
                const char *text = member(copy, "text");
                if (!text) text = "\"pong\"";
                size_t length = (size_t)(skip(text) - text) - 2;
                int is_plain = *text == '"' && !memchr(text, '\\', length);
                *state = is_plain ? strndup(text + 1, length) : NULL;
                free(copy);
                return *state ? 0 : say(reply, capacity, "{\"error\":\"the text must need no escapes in JSON\"}");
            }

            static void end(void *state) { free(state); }

            static size_t validate(void *state, const struct connectivity_exchange_v1 *exchange, char *reply, size_t capacity) {
                const char *text = state;
                if (exchange->failure.count || exchange->status == 0)
                    return say(reply, capacity, "{\"verdict\":\"inconclusive\",\"reason\":\"there is no response\"}");
                if (exchange->body.count == strlen(text)
                    && (*text == 0 || memcmp(exchange->body.start, text, exchange->body.count) == 0))
                    return say(reply, capacity, "{\"verdict\":\"genuine\",\"reason\":{\"code\":\"@NAME@.expected\",\"facts\":{}}}");
                return say(reply, capacity, "{\"verdict\":\"substituted\",\"reason\":{\"code\":\"@NAME@.other\",\"facts\":{}}}");
            }

            static const struct connectivity_table_v1 table = {sizeof table, introduce, begin, end, validate};

            const struct connectivity_table_v1 *connectivity_plugin_v1(void) { return &table; }

            """#

    private static let swiftLibrarySource = ##"""
        import FoundationEssentials

        struct Options: Decodable {
            var text: String?
        }

        /// What the validator keeps from `open` to `close`.
        final class Expected {
            let body: [UInt8]

            init(_ text: String) { body = Array(text.utf8) }
        }

        extension connectivity_bytes {
            var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
        }

        /// Writes a reply, if there is room for it, and returns its length.
        func say(_ text: String, _ reply: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> Int {
            let bytes = Array(text.utf8)
            if bytes.count <= capacity { UnsafeMutableRawBufferPointer(start: reply, count: capacity).copyBytes(from: bytes) }
            return bytes.count
        }

        func makeTable() -> UnsafePointer<connectivity_table_v1> {
            var table = connectivity_table_v1()
            table.size = MemoryLayout<connectivity_table_v1>.size
            table.introduce = { reply, capacity in
                say(#"@INTRODUCTION@"#, reply, capacity)
            }
            table.open = { _, options, state, reply, capacity in
                guard let options = try? JSONDecoder().decode(Options.self, from: Data(options.bytes)) else {
                    return say(#"{"error":"the options do not have the form of the schema"}"#, reply, capacity)
                }
                state?.pointee = Unmanaged.passRetained(Expected(options.text ?? "pong")).toOpaque()
                return 0
            }
            table.close = { state in
                if let state { Unmanaged<Expected>.fromOpaque(state).release() }
            }
            table.validate = { state, exchange, reply, capacity in
                guard let state, let exchange = exchange?.pointee, exchange.failure.count == 0, exchange.status != 0 else {
                    return say(#"{"verdict":"inconclusive","reason":"there is no response"}"#, reply, capacity)
                }
                let expected = Unmanaged<Expected>.fromOpaque(state).takeUnretainedValue()
                return exchange.body.bytes.elementsEqual(expected.body)
                    ? say(#"{"verdict":"genuine","reason":{"code":"@NAME@.expected","facts":{}}}"#, reply, capacity)
                    : say(#"{"verdict":"substituted","reason":{"code":"@NAME@.other","facts":{}}}"#, reply, capacity)
            }
            let pointer = UnsafeMutablePointer<connectivity_table_v1>.allocate(capacity: 1)
            pointer.initialize(to: table)
            return UnsafePointer(pointer)
        }

        nonisolated(unsafe) let table = makeTable()

        /// The symbol that the host looks for. A trap in this file ends the host.
        @c @implementation
        public func connectivity_plugin_v1() -> UnsafePointer<connectivity_table_v1>! { table }

        """##
}
