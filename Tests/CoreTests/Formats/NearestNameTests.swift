import ConnectivityCore
import TestSupport
import Testing

@Suite struct `The nearest name` {
    private static let validators = [
        "validator.all-of", "validator.any-of", "validator.empty", "validator.health-version", "validator.json",
        "validator.status-code",
    ]
    private static let verbs = ["check", "explain", "fixture verify", "fixture import", "watch"]
    private static let options = ["endpoint", "expect", "expect-contains", "json", "timeout"]

    @Test(arguments: [
        // Two neighbours have changed places.
        ("chekc", verbs, "check"), ("validator.jsno", validators, "validator.json"), ("wacth", verbs, "watch"),
        // A character is missing, added or another one.
        ("endpont", options, "endpoint"), ("fixture verfy", verbs, "fixture verify"), ("jsson", options, "json"),
        ("validator.emtpy", validators, "validator.empty"), ("validater.json", validators, "validator.json"),
        ("expect-contians", options, "expect-contains"), ("timeoutt", options, "timeout"),
        // Another separator, or none.
        ("validator.healthversion", validators, "validator.health-version"),
        ("validator.health_version", validators, "validator.health-version"),
        ("validator.health.version", validators, "validator.health-version"),
        ("validator.status code", validators, "validator.status-code"),
        // Another case.
        ("Validator.JSON", validators, "validator.json"), ("EXPLAIN", verbs, "explain"),
        ("minversion", ["minVersion", "text"], "minVersion"), ("min-version", ["minVersion", "text"], "minVersion"),
        // Without what is before the dot.
        ("json", validators, "validator.json"), ("health-version", validators, "validator.health-version"),
        // The beginning of one name.
        ("lib", ["program", "library"], "library"), ("end", options, "endpoint"),
        ("validator.health", validators, "validator.health-version"),
        ("min", ["minVersion", "text"], "minVersion"), ("fixture v", verbs, "fixture verify"),
        // The name itself.
        ("check", verbs, "check"),
    ])
    func `A name that is mistyped is near to the one that was meant`(
        written: String,
        names: [String],
        nearest: String
    ) {
        expect(names.nearest(to: written), nearest)
        expect(names.reversed().nearest(to: written), nearest)
    }

    @Test(arguments: [
        ("nonsense", verbs), ("validator.xyz", validators), ("validator.", validators), ("validator", validators),
        ("", verbs), ("x", ["y"]),
        ("io", ["id", "to"]), ("li", ["library"]), ("fixture", verbs), ("exp", options), ("min", ["max"]),
        ("out", ["start"]), ("json", ["jpeg"]), ("check", []),
        ("b", ["a", ""]),
        ("prober.json", ["policy.share"]), ("http://a.example/", ["apple.hotspot"]), ("session", ["description"]),
    ])
    func `A name that is like no other has no nearest one`(written: String, names: [String]) {
        expect(names.nearest(to: written), nil)
    }

    @Test func `Of names that are equally near, the first in order is taken, whatever the order of the list`() {
        expect(["cot", "cat", "cut"].nearest(to: "cit"), "cat")
        expect(["cut", "cat", "cot"].nearest(to: "cit"), "cat")
        expect(["cats", "cat"].nearest(to: "catt"), "cat")
        expect(["health", "validator.json"].nearest(to: "json"), "validator.json")
    }

    @Test func `A long text, and a long list, cost little`() {
        let long = String(repeating: "check", count: 1_000_000)
        expect(Self.verbs.nearest(to: long), nil)
        expect([long, "check"].nearest(to: "chekc"), "check")
        expect([long].nearest(to: String(long.prefix(100))), nil, "a long name is near")
        let many = (0..<100_000).map { "\(String(repeating: "x", count: 80))\($0)" }
        let duration = ContinuousClock().measure {
            _ = many.nearest(to: String(repeating: "y", count: 84))
            _ = many.nearest(to: String(repeating: "x", count: 84))
        }
        #expect(duration < .seconds(10))
    }

    @Test func `The end of a message names the nearest, otherwise all`() {
        expect(["a-name", "other"].alternatives(to: "aname"), "did you mean a-name?")
        expect(["a-name", "other"].alternatives(to: "zzz"), "use one of: a-name, other")
        let many = (0..<60).map { "name-\($0)" }.alternatives(to: "zzz")
        #expect(many.hasPrefix("use one of: name-0, name-1, ") && many.hasSuffix("name-19, and 40 more"))
        expect(["a-name", "other"].alternatives(to: "aname") { "{\($0)}" }, "did you mean {a-name}?")
        expect(["one", "two"].alternatives(to: "zzz") { ":\($0)" }, "use one of: :one, :two")
        expect(["a-name"].suggestion(for: "aname"), "; did you mean a-name?")
        #expect(["a-name"].suggestion(for: "zzz").isEmpty)
    }
}
