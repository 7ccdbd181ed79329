import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivitySignIn
import Foundation
import TestSupport
import Testing

@Suite struct RecipeReadingTests {
    private static func fault(_ text: String) -> String? {
        do throws(RecipeFault) {
            _ = try SignInRecipe(parsing: text.utf8)
            return nil
        } catch {
            return error.description
        }
    }

    /// A recipe with members and steps.
    private static func recipe(_ members: String = "", steps: String = #"{"get": "portal"}"#) -> String {
        #"{"name": "x", "steps": [\#(steps)]\#(members.isEmpty ? "" : ", " + members)}"#
    }

    @Test(arguments: ExampleRecipes.names)
    func `Each recipe of the repository is read, and is the same when it is written`(
        name: String
    ) throws {
        let text = try String(contentsOf: ExampleRecipes.folder.appending(path: name), encoding: .utf8)
        let recipe = try SignInRecipe(parsing: text.utf8)
        try expect(SignInRecipe(parsing: recipe.text.utf8), recipe)
        #expect(recipe.hosts.allSatisfy { $0.contains(".example") })
        #expect(!recipe.name.isEmpty && text.contains("\"comment\""))
    }

    @Test func `The repository has a recipe of each kind`() {
        let kinds = [
            "chap-hex", "chap-octal", "consent", "email", "extension", "form-with-token", "json-api", "voucher",
        ]
        expect(ExampleRecipes.names, kinds.map { "\($0).json" })
    }

    @Test func `The secrets of a recipe are listed by name`() throws {
        let text = try String(contentsOf: ExampleRecipes.folder.appending(path: "json-api.json"), encoding: .utf8)
        try expect(SignInRecipe(parsing: text.utf8).secrets, ["password", "user"])
    }

    @Test func `The host that a recipe states for a secret has its port`() throws {
        for (name, host) in [("chap-hex", "gateway.library.example:3991"), ("json-api", nil), ("voucher", nil)] {
            let file = ExampleRecipes.folder.appending(path: "\(name).json")
            let recipe = try SignInRecipe(parsing: String(contentsOf: file, encoding: .utf8).utf8)
            expect(recipe.secrets.last.flatMap { recipe.statedReceiver(ofSecret: $0) }, host)
        }
    }

    @Test(arguments: [
        ("{", "this is not JSON"), ("[]", "expected an object"), (#"{"name": "x"}"#, #""steps" is missing"#),
        (#"{"name": "x", "steps": [], "step": 1}"#, "did you mean steps?"),
        (recipe(#""host": ["a.example"]"#), "line 1, column 45: unknown member \"host\"; did you mean hosts?"),
        (recipe(steps: #"{"gte": "portal"}"#), "at steps[0]: unknown member \"gte\"; did you mean get?"),
        (recipe(steps: ""), "at steps: must have 1 to 16 steps"),
        (recipe(steps: [String](repeating: #"{"get": "portal"}"#, count: 17).joined(separator: ",")), "1 to 16 steps"),
        (
            recipe(steps: #"{"get": "portal"}"# + String(repeating: #", {"follow": {"redirects": 5}}"#, count: 4)),
            "may need 21 requests; at most 20 are sent"
        ),
        (recipe(steps: #"{"get": "portal"}, {"follow": {"redirects": 6}}"#), "must be 1 to 5"),
        (recipe(steps: #"{"get": "portal"}, {"follow": {}}"#), "exactly one of \"redirects\", \"link\""),
        (recipe(steps: "{}"), "needs exactly one of \"get\", \"follow\", \"submit\" and \"send\""),
        (recipe(steps: #"{"get": "/a", "submit": {}}"#), "needs exactly one of"),
        (recipe(steps: #"{"submit": {}}"#), "needs a page before it"),
        (recipe(steps: #"{"get": "log-off"}"#), "is known only to the steps of \"logOff\""),
        (recipe(steps: #"{"get": "start"}"#), "must be \"portal\", a path such as /login, or a URL"),
        (recipe(steps: #"{"get": "//evil.example/"}"#), "must be \"portal\""),
        (recipe(steps: #"{"get": "https://a.example/"}"#), "names a.example, which \"hosts\" does not name"),
        (
            recipe(#""hosts": ["a.example"]"#, steps: #"{"get": "https://a.example:8443/"}"#),
            "names a.example:8443, which \"hosts\" does not name"
        ),
        (
            recipe(#""hosts": ["a.example"]"#, steps: #"{"get": "http://a.example/"}"#),
            "is without TLS; that needs \"plainHTTP\": true"
        ),
        (
            recipe(steps: #"{"send": {"to": "/login", "fields": {"p": {"secret": "password"}}}}"#),
            "needs \"hosts\", because it sends secrets"
        ),
        (
            recipe(
                #""hosts": ["a.example"]"#,
                steps: #"{"send": {"to": "https://b.example/", "json": {"a": [{"secret": "p"}]}}}"#
            ),
            "at steps[0].send.to: names b.example, which \"hosts\" does not name"
        ),
        (recipe(#""hosts": ["a.example/x"]"#), "at hosts[0]: must be a host such as"),
        (recipe(#""hosts": ["*.example"]"#), "at hosts[0]: must be a host such as"),
        (recipe(#""hosts": ["a@b.example"]"#), "at hosts[0]: must be a host such as"),
        (recipe(steps: #"{"send": {"to": "/a", "fields": {"t": {"read": "token"}}}}"#), "which no step before reads"),
        (recipe(steps: #"{"send": {"to": "/a", "fields": {"t": {"secert": "a"}}}}"#), "did you mean secret?"),
        (recipe(steps: #"{"send": {"to": "/a", "fields": {"t": {}}}}"#), "an object with one of \"secret\", \"read\""),
        (recipe(steps: #"{"send": {"to": "/a", "method": "get", "json": {}}}"#), "needs the method post"),
        (recipe(steps: #"{"get": "/a", "read": {"a": {"json": "x"}}}"#), "the pointer must be empty or begin with"),
        (recipe(steps: #"{"get": "/a", "read": {"a": {"after": "x"}}}"#), "\"after\" with \"before\""),
        (
            recipe(steps: #"{"get": "/a", "read": {"a": {"query": "x", "json": "/x"}}}"#),
            "needs exactly one of \"json\""
        ),
        (recipe(steps: #"{"get": "/a", "expect": {}}"#), "states nothing, and so would always hold"),
        (recipe(steps: #"{"get": "/a", "expect": {"status": [20]}}"#), "must have status codes such as 200"),
        (recipe(#""refused": [{"contains": ""}]"#), "at refused[0].contains: must not be empty"),
        (recipe(#""userAgent": "a\nb""#), "printable characters of ASCII"),
        (
            recipe(steps: #"{"get": "/a"}, {"submit": {"fields": {"terms": true}}}"#),
            "at steps[1].submit.fields.terms: checks a box, which can be a consent; that needs \"accepts\": true"
        ),
        (recipe(#""termsDigest": "ab""#), "must have 64 hexadecimal digits"),
        (recipe(steps: #"{"get": "/a", "terms": true}"#), "has terms, and so needs \"accepts\": true"),
        (recipe(#""session": {"read": "rest"}"#), "\"rest\" is not read by any step"),
        (recipe(#""session": {}"#), "needs either \"seconds\" or \"read\""),
        (recipe(#""logOffURL": "end""#), "\"end\" is not read by any step"),
        (recipe(#""logOff": [{"follow": {"redirects": 1}}]"#), "at logOff[0]: needs a page before it"),
        (
            recipe(
                #""hosts": ["a.example"]"#,
                steps:
                    #"{"send": {"to": "/a", "fields": {"t": {"chap": {"secret": "p", "challenge": {"hex": "abc"}}}}}}"#
            ), "pairs of hexadecimal digits"
        ),
        (recipe(#""comment": "\#(String(repeating: "x", count: 66_000))""#), "longer than 65536 bytes"),
    ])
    func `A recipe that is wrong is refused when it is read, with the place and what is expected`(
        text: String,
        expected: String
    ) {
        let fault = Self.fault(text)
        expect(fault?.contains(expected), true, "\(fault ?? "read")")
        #expect(fault?.contains("\n") != true)
    }

    @Test func `A recipe is read when it is used, and a file that cannot be used stops the attempt`() async throws {
        let registry = try PluginRegistry.standard()
        let path = FileManager.default.temporaryDirectory.appending(path: "recipe-\(UUID().uuidString).json").path()
        let configuration = try PipelineConfiguration(
            json: """
                {"companions": [{"use": "companion.sign-in", "ssid": "HOTEL", "agent": {"use": "sign-in.recipe", "file": "\(path)"}},
                 {"use": "companion.sign-in", "ssid": "CAFE", "agent": "sign-in.click-through", "accepts": "the terms of CAFE"},
                 {"use": "companion.sign-in", "ssid": "CLINIC", "agent": {"use": "sign-in.extend", "recipe": "\(path)"}}]}
                """.utf8,
            registry: registry
        )
        expect(
            (configuration.signIn?.rules ?? []).map(\.agentName),
            ["sign-in.recipe", "sign-in.click-through", "sign-in.extend"]
        )
        expect(configuration.signIn?.rules[0].agent.requirements, [.readFile(path)])
        expect(configuration.signIn?.rules[2].agent.requirements, [.readFile(path)])
        let portal = ScriptedPortal { _, _ in .page("Welcome") }
        let agent = RecipeAgent(file: path)
        await expect(Trial().attempt(agent, at: portal).summary, "stopped recipe-unusable")
        try Self.recipe(steps: #"{"get": "portal", "expect": {"contains": "Welcome"}}"#)
            .write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        await expect(Trial().attempt(agent, at: portal).summary, "accepted done")
        try "{".write(toFile: path, atomically: true, encoding: .utf8)
        let last = await Trial().attempt(agent, at: portal)
        #expect(last.summary == "stopped recipe-unusable" && last.sent.count == 1)
        expect(last.stop?.reason.facts["detail"]?.text?.contains("line 1"), true)
    }

    @Test(arguments: [
        "{\"use\": \"sign-in.recipe\"}", #"{"use": "sign-in.recipe", "file": "hotel.json"}"#,
        #"{"use": "sign-in.click-through", "file": "/a"}"#, #"{"use": "sign-in.extend", "recipe": "a"}"#,
    ])
    func `Options of a sign-in agent that are wrong are refused with the configuration`(agent: String) throws {
        let registry = try PluginRegistry.standard()
        #expect(throws: PluginError.self) {
            try PipelineConfiguration(
                json: #"{"companions": [{"use": "companion.sign-in", "ssid": "A", "agent": \#(agent)}]}"#.utf8,
                registry: registry
            )
        }
    }
}
