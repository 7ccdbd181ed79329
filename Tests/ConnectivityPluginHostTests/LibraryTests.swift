#if os(Linux)
import ConnectivityCore
import ConnectivityRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ConnectivityPluginHost

@Suite(.needs(.compiler)) struct `A library that carries validators` {
    /// Writes every member of an exchange into the reason.
    private static let everything = #"""
        size_t i, length = 0;
        #define PUT(name, text) length += sprintf(all + length, " %s=%.*s", name, (int)(text).count, (text).start)
        char all[4000];
        PUT("use", exchange->use); PUT("kind", exchange->kind); PUT("url", exchange->url); PUT("failure", exchange->failure);
        length += sprintf(all + length, " status=%d cut=%d", exchange->status, exchange->is_cut);
        for (i = 0; i < exchange->header_count; i++) {
            PUT("name", exchange->headers[i].name);
            PUT("value", exchange->headers[i].value);
        }
        PUT("body", exchange->body);
        for (i = 0; i < exchange->options.count; i++)
            all[length++] = exchange->options.start[i] == '"' ? '\'' : exchange->options.start[i];
        length += sprintf(all + length, " record=%d", (int)exchange->record.count);
        return (size_t)snprintf(reply, capacity, "{\"verdict\": \"failed\", \"reason\": \"%s\"}", all);
        """#

    private func said(by library: LoadedLibrary, of exchange: ProbeExchange) async -> String? {
        let options = JSON.object([("word", .string("é"))])
        return await library.witness(options: options).testify(on: exchange).reason.facts["text"]?.text
    }

    @Test(arguments: [TestLibrary.header, TestLibrary.root + "Tests/Headers/connectivity_plugin-1.h"])
    func `A library reads every member, built with the header of today and with the first one`(
        header: String
    ) async throws {
        let library = try await TestLibrary(validate: Self.everything, header: header).load()
        #expect(library.manifest.name == "test" && library.manifest.version == "1.5")
        let response = ProbeResponse(
            status: 207,
            headers: ["X-One": "1", "Empty": ""],
            body: Array("a page".utf8),
            completeness: .cutAtLimit
        )
        let request = ProbeRequest("http://status.example:81/a?b")
        let http = await said(by: library, of: ProbeExchange(request: request, outcome: .success(response)))
        #expect(
            http == " use=validator.example.test kind=http url=http://status.example:81/a?b failure= status=207 cut=1"
                + " name=X-One value=1 name=Empty value= body=a page{'word':'é'} record=0"
        )
        let failure = ProbeExchange(request: request, outcome: .failure(ProbeFailure(.connectionRefused)))
        #expect(await said(by: library, of: failure)?.contains("failure=connection-refused status=0") == true)
        let question = Question.other("com.example.clock", ["server": "a"])
        let other = ProbeExchange(
            request: ProbeRequest(question),
            outcome: .success(.other("com.example.clock", ["offset": 1]))
        )
        let text = await said(by: library, of: other)
        #expect(text?.contains("kind=com.example.clock url= failure= status=0") == true, "\(text as Any)")
        #expect(text?.hasSuffix("record=0") == false)
    }

    @Test func `The header is C89, and C++`() throws {
        for (compiler, standard) in [("cc", "-std=c89"), ("c++", "-std=c++98")] {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/\(compiler)")
            guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(compiler)") else { continue }
            let language = compiler == "cc" ? "c" : "c++"
            process.arguments =
                [standard, "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-x", language]
                + [TestLibrary.header]
            if language == "c" { process.arguments?.append(TestLibrary.root + "Tests/Headers/connectivity_plugin-1.h") }
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(compiler)")
        }
    }

    @Test func `Options are opened once, and closed with the last reference`() async throws {
        let folder = NSTemporaryDirectory() + "connectivity-library-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
        var library: LoadedLibrary? = try await TestLibrary(
            validate: #"return sprintf(reply, "{\"verdict\": \"failed\", \"reason\": \"%s\"}", (char *)state);"#,
            open: """
                char *copy = calloc(1, 100);
                int i = 0;
                for (; i < options.count; i++) copy[i] = options.start[i] == '"' ? '\\'' : options.start[i];
                note("\(folder)/openXXXXXX");
                *state = copy;
                return 0;
                """,
            entry: "table.close = stop; return &table;",
            more: """
                static void note(const char *pattern) { char path[300]; strcpy(path, pattern); close(mkstemp(path)); }
                static void stop(void *state) { free(state); note("\(folder)/closeXXXXXX"); }
                """
        ).load()
        for word in ["a", "b", "a"] {
            let options = JSON.object([("word", .string(word))])
            let said = await library?.witness(options: options).testify(on: exchange("pong"))
            #expect(said?.reason.facts["text"]?.text == "{'word':'\(word)'}")
        }
        #expect(try names().filter { $0.hasPrefix("open") }.count == 2)
        library = nil
        for _ in 0..<200 where try names().count < 4 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try names().filter { $0.hasPrefix("close") }.count == 2)
    }

    @Test func `Requests may overlap, and each gets its own answer`() async throws {
        let library = try await TestLibrary(
            validate: """
                return sprintf(reply, "{\\"verdict\\": \\"failed\\", \\"reason\\": \\"%.*s\\"}", (int)exchange->body.count,
                               exchange->body.start);
                """
        ).load()
        let witness = library.witness()
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let verdict = await witness.testify(on: exchange("body \(number)"))
                    return verdict.reason == .stated("body \(number)")
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func `Each gets its own answer also while others give up, are cancelled or ask with long texts`() async throws
    {
        let library = try await TestLibrary(
            validate: """
                const struct connectivity_bytes *last = &exchange->headers[exchange->header_count - 1].value;
                if (memchr(exchange->body.start, '!', exchange->body.count)) usleep(3000);
                return snprintf(reply, capacity, "{\\"verdict\\": \\"failed\\", \\"reason\\": \\"%.*s %d %.*s\\"}",
                                (int)exchange->body.count, exchange->body.start, (int)exchange->header_count,
                                (int)last->count, last->start);
                """
        ).load()
        let witness = library.witness()
        // Whether the answer is the own one; `nil` without an answer.
        @Sendable func isOwn(_ name: String, _ number: Int) async -> Bool? {
            let isSlow = number % 10 == 0
            let body = isSlow ? "\(name)!" : name
            let fields = (0...number % 7 * number % 40).map { HeaderFields.Field(name: "X", value: "\(name)-\($0)") }
            let response = ProbeResponse(status: 200, headers: HeaderFields(fields), body: Array(body.utf8))
            var asked = exchange("", within: isSlow ? .milliseconds(1) : .seconds(20))
            asked.outcome = .success(.http(response))
            let reason = await witness.testify(on: asked).reason
            guard reason.code == "stated" else { return nil }
            return reason == .stated("\(body) \(fields.count) \(name)-\(fields.count - 1)")
        }
        try await withThrowingTaskGroup(of: (own: Int, none: Int).self) { group in
            for task in 0..<8 {
                group.addTask {
                    var (own, none) = (0, 0)
                    for number in 1...150 {
                        let name = "task \(task) number \(number)"
                        let asking = Task { await isOwn(name, number) }
                        if number % 15 == 7 { asking.cancel() }
                        let answer = await asking.value
                        #expect(answer != false, "\(name)")
                        if answer == nil { none += 1 } else { own += 1 }
                    }
                    return (own, none)
                }
            }
            for try await (own, none) in group {
                #expect(own >= 120 && none > 0 && own + none == 150, "\(own) \(none)")
            }
        }
    }

    @Test func `A configuration loads a library or a folder of libraries, and the verdict is testimony with a digest`()
        async throws
    {
        let test = try TestLibrary(validate: TestLibrary.say(#"{"verdict": "genuine"}"#))
        for path in [test.path, test.folder] {
            let text = """
                {"plugins": [{"library": "\(path)"}],
                 "expect": {"use": "validator.example.test", "word": "x"}}
                """
            var registry = PluginRegistry()
            let host = try await PluginHost(configuration: text.utf8, registry: &registry)
            let plugin = try #require(host.plugins.first)
            #expect(plugin.carrier == .library && plugin.command == [test.path] && plugin.digest.count == 71)
            let configuration = try PipelineConfiguration(json: text.utf8, registry: registry)
            let witness = try #require(configuration.expectation as? any Witness)
            let testimony = Testimony(of: witness, await witness.testify(on: exchange("pong")))
            #expect(testimony.digest == plugin.digest && testimony.version == "1.5")
            #expect(testimony.witness == #"validator.example.test {"word":"x"}"#)
            await host.end()
            let wrong = text.replacing("\"word\"", with: "\"wrd\"")
            let error = #expect(throws: PluginError.self) {
                try PipelineConfiguration(json: wrong.utf8, registry: registry)
            }
            #expect("\(error as Any)".contains("line 2") && "\(error as Any)".contains("wrd"), "\(error as Any)")
        }
    }
}

/// The files that are refused before anything of them is executed.
@Suite(.needs(.compiler)) struct `A library that is not loaded` {
    private func reason(_ path: String) -> String? {
        do throws(PluginFault) {
            _ = try LibraryFile.all(at: path)
            return nil
        } catch {
            return error.detail
        }
    }

    private func change(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func `A library that is overwritten after it was loaded judges as before`() async throws {
        let test = try TestLibrary(validate: TestLibrary.say(#"{"verdict": "genuine"}"#))
        let text = """
            {"plugins": [{"library": "\(test.path)"}], "expect": {"use": "validator.example.test"}}
            """
        var registry = PluginRegistry()
        let host = try await PluginHost(configuration: text.utf8, registry: &registry)
        let configuration = try PipelineConfiguration(json: text.utf8, registry: registry)
        let witness = try #require(configuration.expectation as? any Witness)
        // The bytes of the same file, not another file under its name.
        let file = try FileHandle(forWritingTo: URL(filePath: test.path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(count: Int(size)))
        try file.close()
        #expect(await witness.testify(on: exchange("pong")).finding == .genuine)
        await host.end()
    }

    @Test func `A file or a folder that others can change is refused`() throws {
        let test = try TestLibrary()
        #expect(reason(test.path) == nil)
        for mode in [0o775, 0o757, 0o777] {
            try change(test.path, mode)
            #expect(reason(test.path)?.contains("others can change it; chmod go-w") == true)
            try change(test.path, 0o755)
            for folderMode in [mode, mode | 0o1000] {
                try change(test.folder, folderMode)
                #expect(reason(test.path)?.contains("others can write into the folder \(test.folder)") == true)
                #expect(reason(test.folder)?.contains("others can write into the folder \(test.folder)") == true)
            }
            try change(test.folder, 0o755)
        }
        // A folder on the way, without and with the sticky bit.
        let inner = test.folder + "/inner"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
        try change(inner, 0o755)
        try FileManager.default.copyItem(atPath: test.path, toPath: inner + "/plugin.so")
        try change(test.folder, 0o777)
        #expect(reason(inner + "/plugin.so")?.contains("into the folder \(test.folder)") == true)
        try change(test.folder, 0o1777)
        #expect(reason(inner + "/plugin.so") == nil)
        try change(test.folder, 0o755)
        #expect(reason(inner + "/plugin.so") == nil)
    }

    @Test func `A link that others can change is refused, and one that they cannot is followed`() throws {
        let test = try TestLibrary()
        let other = try TestLibrary()
        let link = other.folder + "/link.so"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: test.path)
        #expect(try LibraryFile.all(at: link).map(\.path) == [test.path])
        try change(other.folder, 0o777)
        #expect(reason(link)?.contains("into the folder \(other.folder)") == true)
        try change(other.folder, 0o755)
    }

    @Test func `A file of another user is refused`() throws {
        guard geteuid() == 0 else { return }
        let test = try TestLibrary()
        try FileManager.default.setAttributes([.ownerAccountID: 12345], ofItemAtPath: test.path)
        #expect(reason(test.path)?.contains("belongs neither to root nor to this user, but to user 12345") == true)
        try FileManager.default.setAttributes([.ownerAccountID: 0], ofItemAtPath: test.path)
        try FileManager.default.setAttributes([.ownerAccountID: 12345], ofItemAtPath: test.folder)
        #expect(reason(test.path)?.contains("belongs neither to root") == true)
        try FileManager.default.setAttributes([.ownerAccountID: 0], ofItemAtPath: test.folder)
    }

    @Test func `What is no library is refused`() async throws {
        let test = try TestLibrary()
        #expect(reason("/no/such.so")?.contains("No such file") == true)
        #expect(
            reason("/dev/null")?.contains("others can") == true || reason("/dev/null")?.contains("no regular") == true
        )
        try Data("not an ELF file".utf8).write(to: URL(filePath: test.path))
        let fault = await #expect(throws: PluginFault.self) { try await test.load() }
        #expect(fault?.detail.contains("cannot be loaded") == true, "\(fault as Any)")
        try FileManager.default.removeItem(atPath: test.path)
        #expect(reason(test.folder)?.contains("no file whose name ends with .so") == true)
        let error = #expect(throws: PluginError.self) {
            try PipelineConfiguration.Written(
                JSONText(parsing: #"{"plugins": [{"library": "pong.so"}]}"#.utf8, of: "test")
            )
        }
        #expect("\(error as Any)".contains("must be absolute"))
    }
}
#endif
