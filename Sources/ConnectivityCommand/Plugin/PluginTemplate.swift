/// The files of a new plugin, in one language.
enum PluginTemplate: String, CaseIterable {
    case sh, python, c, swift

    struct File {
        var path: String
        var text: String
        var isExecutable = false
    }

    /// How a plugin runs.
    enum Carrier: String, CaseIterable {
        case program, library
    }

    /// The command that builds the plugin; `nil` if its source is the program.
    private func build(_ carrier: Carrier) -> String? {
        switch self {
        case .sh, .python: nil
        case .c: "make"
        case .swift where carrier == .library: Self.swiftLibraryBuild
        case .swift: "swift build -c release"
        }
    }

    /// The program or library in the folder of a plugin.
    private func product(_ name: String, _ carrier: Carrier) -> String {
        if carrier == .library { return name + ".so" }
        return self == .swift ? ".build/release/plugin" : name
    }

    /// The files of a plugin with a name such as `example.pong`; a library is a validator in C or Swift.
    func files(_ name: String, _ kind: Kind, _ carrier: Carrier) -> [File] {
        let isValidator = kind == .validator
        var files =
            switch self {
            case .sh: [File(path: name, text: isValidator ? Self.shell : Self.shell(kind), isExecutable: true)]
            case .python:
                [File(path: name, text: isValidator ? Self.pythonSource : Self.python(kind), isExecutable: true)]
            case .c where carrier == .library: Self.cLibrary
            case .c:
                [
                    File(path: "plugin.c", text: Self.c(kind)),
                    File(path: "Makefile", text: Self.makefile + (isValidator ? Self.moduleRule : "")),
                ]
            case .swift where carrier == .library: Self.swiftLibrary
            case .swift:
                [
                    File(path: "Sources/plugin/main.swift", text: isValidator ? Self.swiftSource : Self.swift(kind)),
                    File(path: "Package.swift", text: Self.package),
                ]
            }
        if isValidator {
            files += [
                File(path: "recordings/genuine.http", text: Self.genuine),
                File(path: "recordings/other.http", text: Self.other),
                File(path: "recordings/portal.http", text: Self.portal),
            ]
        }
        files += [
            File(path: "configuration.json", text: Self.configuration),
            File(path: "test", text: Self.test, isExecutable: true),
            File(path: "README.md", text: Self.readme + (carrier == .library ? Self.libraryRules : Self.programRules)),
        ]
        let introduction = kind.introduction
        let replacements = [
            ("@INTRODUCTION@", introduction), ("@C_INTRODUCTION@", introduction.replacing("\"", with: "\\\"")),
            ("@CONFIGURATION@", kind.configuration), ("@PURPOSE@", kind.purpose), ("@USE@", kind.test),
            ("@TRY@", isValidator ? "connectivityctl plugin try .\n" : ""),
            ("@BUILD@", build(carrier).map { "\($0)\n" } ?? ""), ("@CARRIER@", Self.configured(carrier)),
            ("@OPTIONS@", kind.options),
            ("@PROGRAM@", product(name, carrier)), ("@NAME@", name),
            ("@IDENTIFIER@", name.split(separator: ".").last.map(String.init) ?? name),
        ]
        for index in files.indices {
            for (mark, text) in replacements { files[index].text = files[index].text.replacing(mark, with: text) }
        }
        return files
    }

    private static let genuine = """
        # url: http://status.example/
        # expect: genuine @NAME@.expected
        # source: made for this test
        HTTP/1.1 200 OK
        Content-Type: text/plain

        pong
        """

    private static let other = """
        # url: http://status.example/
        # expect: substituted @NAME@.other
        # source: made for this test
        HTTP/1.1 200 OK
        Content-Type: text/plain

        something else
        """

    private static let portal = """
        # url: http://status.example/
        # expect: captive redirect
        # source: made for this test
        HTTP/1.1 302 Found
        Location: http://login.example/

        """

    private static let configuration = """
        {
          "plugins": [{ @CARRIER@ }],
        @CONFIGURATION@
        }

        """

    private static let test = """
        #!/bin/sh
        # Builds and tests the plugin; needs connectivityctl in the PATH. The options are those in configuration.json; arguments,
        # such as --calls 500, are for plugin check.
        set -eu
        cd "$(dirname "$0")"
        @BUILD@@TRY@connectivityctl plugin check "$@" .
        @USE@
        """

    private static let readme = """
        # @NAME@

        @PURPOSE@

        Build it, test it, and check the laws of plugins:

            ./test

        Use it, from any folder:

            connectivityctl explain --config configuration.json

        `configuration.json` names `@PROGRAM@` by its path from that file, so the folder can be moved.
        @OPTIONS@


        """

    private static let programRules = """
        Each line on standard input is a JSON object with `id` and `type`. The answer to a request is one line with the same
        `id`, on standard output. Print for people on standard error only. The program must end when its input ends.

        """

    private static let libraryRules = """
        The contract is the header `connectivity_plugin.h`. The library runs in the process of its host, so a crash of it is a
        crash of the host. Its file, and the folders on the way, must belong to root or to the user of the host, and others
        must not be able to write them.

        """

    private static func configured(_ carrier: Carrier) -> String {
        switch carrier {
        case .program: #""program": ["./@PROGRAM@"]"#
        case .library: #""library": "./@PROGRAM@""#
        }
    }

    private static let shell = #"""
        #!/bin/sh
        # One program of jq reads every line and writes every answer.
        exec jq --unbuffered -c '
            if .type == "hello" then
                {
                    id, protocol: 1, name: "@NAME@", version: "1.0",
                    registers: [{
                        use: "validator.@NAME@", summary: "expects a text as the body", expectation: true, content: true,
                        options: {type: "object", properties: {text: {type: "string"}}}
                    }],
                    sentences: {"@NAME@.expected": "the body is as expected", "@NAME@.other": "the body is not {expected}"}
                }
            elif .type == "validate" then
                (.options.text // "pong") as $expected
                | if .exchange.response == null then {id, verdict: "inconclusive", reason: "there is no response"}
                  elif .exchange.response.body == $expected then
                      {id, verdict: "genuine", reason: {code: "@NAME@.expected", facts: {}}}
                  else {id, verdict: "substituted", reason: {code: "@NAME@.other", facts: {expected: $expected}}} end
            else empty end
        '

        """#

    private static let pythonSource = """
        #!/usr/bin/python3
        import json, sys

        def introduction():
            options = {"type": "object", "properties": {"text": {"type": "string"}}}
            validator = {"use": "validator.@NAME@", "summary": "expects a text as the body", "expectation": True, "content": True, "options": options}
            sentences = {"@NAME@.expected": "the body is as expected", "@NAME@.other": "the body is not {expected}"}
            return {"protocol": 1, "name": "@NAME@", "version": "1.0", "registers": [validator], "sentences": sentences}

        def verdict(options, response):
            expected = options.get("text", "pong")
            if response is None:
                return {"verdict": "inconclusive", "reason": "there is no response"}
            if response["body"] == expected:
                return {"verdict": "genuine", "reason": {"code": "@NAME@.expected", "facts": {}}}
            return {"verdict": "substituted", "reason": {"code": "@NAME@.other", "facts": {"expected": expected}}}

        for line in sys.stdin:
            request = json.loads(line)
            if request["type"] == "hello":
                answer = introduction()
            elif request["type"] == "validate":
                answer = verdict(request["options"], request["exchange"]["response"])
            else:
                continue
            print(json.dumps({"id": request["id"]} | answer), flush=True)

        """

    private static let swiftSource = """
        import Foundation

        func introduction() -> [String: Any] {
            let options: [String: Any] = ["type": "object", "properties": ["text": ["type": "string"]]]
            let validator: [String: Any] = [
                "use": "validator.@NAME@", "summary": "expects a text as the body", "expectation": true, "content": true, "options": options,
            ]
            let sentences = ["@NAME@.expected": "the body is as expected", "@NAME@.other": "the body is not {expected}"]
            return ["protocol": 1, "name": "@NAME@", "version": "1.0", "registers": [validator], "sentences": sentences]
        }

        func verdict(_ options: [String: Any], _ response: [String: Any]?) -> [String: Any] {
            let expected = options["text"] as? String ?? "pong"
            guard let response else { return ["verdict": "inconclusive", "reason": "there is no response"] }
            if response["body"] as? String == expected {
                return ["verdict": "genuine", "reason": ["code": "@NAME@.expected", "facts": [String: Any]()]]
            }
            return ["verdict": "substituted", "reason": ["code": "@NAME@.other", "facts": ["expected": expected]]]
        }

        while let line = readLine() {
            guard let request = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { continue }
            var answer: [String: Any]
            switch request["type"] as? String {
            case "hello": answer = introduction()
            case "validate":
                let exchange = request["exchange"] as? [String: Any]
                answer = verdict(request["options"] as? [String: Any] ?? [:], exchange?["response"] as? [String: Any])
            default: continue
            }
            answer["id"] = request["id"]
            FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: answer) + Data("\\n".utf8))
        }

        """

    private static let package = """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(name: "plugin", targets: [.executableTarget(name: "plugin")])

        """
}
