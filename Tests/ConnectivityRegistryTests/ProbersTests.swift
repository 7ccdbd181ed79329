#if Curl
import ConnectivityKit
import Testing

@Suite struct `The probers of a configuration` {
    private func configuration(_ text: String) throws(PluginError) -> PipelineConfiguration {
        try PipelineConfiguration(json: text.utf8, registry: try PluginRegistry.standard())
    }

    @Test func `are one, or a list`() throws {
        #expect(try configuration("{}").probers.isEmpty)
        #expect(try configuration(#"{"prober": "prober.curl"}"#).probers.count == 1)
        let listed = try configuration(#"{"probers": [{"use": "prober.curl", "userAgent": "a"}]}"#)
        #expect((listed.prober as? CurlProber)?.userAgent == "a")
    }

    @Test(arguments: [
        (#"{"prober": "prober.curl", "probers": []}"#, "does not go with probers"),
        (
            #"{"probers": ["prober.curl", {"use": "prober.curl"}]}"#,
            "prober.curl asks questions of the kind http, as prober.curl does"
        ),
    ])
    func `are refused with the place and the reason`(text: String, reason: String) {
        let error = #expect(throws: PluginError.self) { _ = try configuration(text) }
        guard case .invalidOption(_, _, let detail, let position)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail == reason && position != nil)
    }

    @Test func `do not ask an endpoint of a kind that none of them knows`() throws {
        let written = #"{"endpoints": [{"question": {"kind": "com.example.x", "facts": {}}, "owner": "me"}]}"#
        let configuration = try configuration(written)
        let error = #expect(throws: PluginError.self) { _ = try Pipeline(configuration) {} }
        #expect("\(String(describing: error))".contains("no prober asks questions of the kind com.example.x"))
    }

    @Test func `replace the one for HTTP and leave the others`() {
        struct Other: Prober {
            let kinds: Set<QuestionKind> = ["com.example.x"]
            func probe(_ request: ProbeRequest) async -> ProbeExchange { .unsupported(request) }
        }
        var configuration = PipelineConfiguration()
        configuration.probers = [Other()]
        #expect(configuration.prober == nil)
        configuration.prober = CurlProber()
        configuration.prober = CurlProber()
        #expect(configuration.probers.count == 2)
        configuration.prober = nil
        #expect(configuration.probers.count == 1)
    }
}
#endif
