#if canImport(CCurl)
import ConnectivityKit
import ConnectivityCore
import ConnectivityDecoding
import ConnectivityRegistry
import ConnectivityNames
import Testing
import TestSupport

@Suite struct `The probers of a configuration` {
    private func configuration(_ text: String) throws(PluginError) -> PipelineConfiguration {
        try PipelineConfiguration(json: text.utf8, registry: try PluginRegistry.standard())
    }

    @Test func `A configuration names one prober or a list of probers`() throws {
        #expect(try configuration("{}").probers.isEmpty)
        try expect(configuration(#"{"prober": "prober.curl"}"#).probers.count, 1)
        let listed = try configuration(#"{"prober": [{"use": "prober.curl", "userAgent": "a"}]}"#)
        expect((listed.prober as? CurlProber)?.userAgent, "a")
    }

    @Test(arguments: [
        (#"{"probers": ["prober.curl"]}"#, "was removed: use prober, which may be a list"),
        (#"{"interface": "eth0"}"#, "was removed: use scope"),
        (
            #"{"scope": "each-interfaces"}"#,
            "must be default-route, underlay, each-interface or the name of an interface; did you mean each-interface?"
        ),
        (
            #"{"prober": ["prober.curl", {"use": "prober.curl"}]}"#,
            "prober.curl and prober.curl both answer questions of the kind http"
        ),
    ])
    func `Members of a configuration that contradict or were removed are refused with the reason`(
        text: String,
        reason: String
    ) {
        let error = #expect(throws: PluginError.self) { _ = try configuration(text) }
        guard case .invalidOption(_, _, let detail, let position)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail == reason && position != nil)
    }

    @Test func `Configurations can name endpoints of plugins, and their questions are checked at once`() throws {
        let named = try configuration(#"{"endpoints": ["dns.nonexistent", "apple.hotspot"], "pool": ["dns.google"]}"#)
        expect(named.endpoints.map(\.name), ["dns.nonexistent", "apple.hotspot"])
        expect(named.pool.first?.question.decoded(as: DNSQuestion.self)?.server, "8.8.8.8")
        let facts = #"{"name": "a.example", "type": 257, "server": "192.0.2.1:5353"}"#
        let asked = try configuration(
            #"{"endpoints": [{"question": {"kind": "dns", "facts": \#(facts)}, "owner": "me"}]}"#
        )
        let question = DNSQuestion("a.example", .caa, of: "192.0.2.1:5353")
        expect(asked.endpoints.first?.question.decoded(), question)
        for faulty in ["{}", #"{"nmae": "a.example"}"#, #"{"name": "a..b"}"#, #"{"name": "a", "type": "NOPE"}"#] {
            let text = #"{"endpoints": [{"question": {"kind": "dns", "facts": \#(faulty)}, "owner": "me"}]}"#
            let error = #expect(throws: PluginError.self) { _ = try configuration(text) }
            let path = ["endpoints", "0", "question", "facts"]
            guard case .invalidOption(_, path, "are not valid for the kind dns", let position)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(position != nil)
        }
    }

    #if canImport(CCares)
    @Test func `Name servers are asked even if no configured prober asks them`() throws {
        let endpoints = #""endpoints": ["dns.nonexistent", "apple.hotspot"]"#
        for probers in ["", #", "prober": ["prober.dns"]"#, #", "prober": ["prober.curl", "prober.dns"]"#] {
            _ = try Pipeline(try configuration("{\(endpoints)\(probers)}")) {}
        }
        try expect(configuration(#"{"prober": ["prober.curl", "prober.dns"]}"#).probers.count, 2)
    }
    #endif

    @Test func `A registry refuses an endpoint whose name is taken`() throws {
        var registry = try PluginRegistry.standard()
        for name in ["dns.nonexistent", "apple.hotspot", "neutral"] {
            #expect(throws: PluginError.alreadyRegistered(PluginID(name))) {
                try registry.register(endpoint: Endpoint("http://a.example/", name: name))
            }
        }
        try registry.register(endpoint: Endpoint("http://a.example/", name: "mine"))
        #expect(registry.endpoints["mine"]?.first?.url == "http://a.example/" && registry.endpoints["no"] == nil)
        #expect(throws: PluginError.alreadyRegistered("question.dns")) {
            try registry.register(question: DNSQuestion.self)
        }
    }

    @Test func `Names are looked up for each prober that uses the addresses of requests, and for no other`() {
        struct Addressed: Prober {
            let kinds: Set<Question.Kind> = [.http]
            var usesAddresses: Bool
            func probe(_ request: ProbeRequest) async -> ProbeExchange { .unsupported(request) }
        }
        func looksUpNames(_ prober: some Prober) -> Bool {
            let whole = (prober.withStandardOperators() as? RedirectProber)?.base as? SecretFieldProber
            return (whole?.base as? DecodingProber)?.base is NameLookupProber
        }
        #expect(looksUpNames(Addressed(usesAddresses: true)) && !looksUpNames(Addressed(usesAddresses: false)))
        #expect(looksUpNames(CurlProber()) && !looksUpNames(CurlProber(proxy: "http://127.0.0.1:1")))
    }

    @Test func `Setting the HTTP prober of a configuration replaces it and keeps the others`() {
        struct Other: Prober {
            let kinds: Set<Question.Kind> = ["com.example.x"]
            func probe(_ request: ProbeRequest) async -> ProbeExchange { .unsupported(request) }
        }
        var configuration = PipelineConfiguration()
        configuration.probers = [Other()]
        #expect(configuration.prober == nil)
        configuration.prober = CurlProber()
        configuration.prober = CurlProber()
        expect(configuration.probers.count, 2)
        configuration.prober = nil
        expect(configuration.probers.count, 1)
    }
}
#endif
