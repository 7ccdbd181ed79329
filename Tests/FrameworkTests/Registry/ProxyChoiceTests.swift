import ConnectivityCore
import ConnectivityRegistry
import ConnectivityTestKit
import ConnectivityWire
import TestSupport
import Testing

@testable import ConnectivityKit

/// Which proxy the environment names for a URL.
@Suite struct `The choice of a proxy` {
    private static func proxy(_ url: HTTPURL) -> ProxyChoice { .proxy(url, nil) }

    @Test(
        arguments: [
            (["https_proxy": "http://proxy.example:3128"], proxy("http://proxy.example:3128")),
            (["HTTPS_PROXY": "proxy.example:8080/"], proxy("http://proxy.example:8080")),
            (["https_proxy": "", "all_proxy": "https://proxy.example"], proxy("https://proxy.example")),
            (["https_proxy": "http://proxy.example"], proxy("http://proxy.example:1080")),
            (["https_proxy": "http://[2001:db8::1]:3128"], proxy("http://[2001:db8::1]:3128")),
            (["https_proxy": "http://[2001:db8::1]"], proxy("http://[2001:db8::1]:1080")),
            (["http_proxy": "http://proxy.example:3128"], nil), ([:], nil),
            (["all_proxy": "socks5h://proxy.example:1080"], .unsupported("socks5h proxies are not asked")),
            (["https_proxy": "http://:x"], .unknown("the environment names a proxy that is no host and port")),
            (["https_proxy": "http://a:1", "no_proxy": "b.example,.asked.example"], .direct),
            (["https_proxy": "http://a:1", "no_proxy": "example"], .direct),
            (["https_proxy": "http://a:1", "NO_PROXY": "*"], .direct),
            (["https_proxy": "http://a:1", "no_proxy": "asked.example."], .direct),
            (["https_proxy": "http://a:1", "no_proxy": "x,*"], proxy("http://a:1")),
            (["https_proxy": "http://a:1", "no_proxy": "sked.example www.example"], proxy("http://a:1")),
        ] as [([String: String], ProxyChoice?)]
    )
    func `The environment is read as curl reads it`(variables: [String: String], choice: ProxyChoice?) {
        expect(ProxyChoice(of: variables, for: "https://asked.example/x"), choice)
    }

    @Test(
        arguments: [
            ("10.0.0.0/8", true), ("10.20.30.40", true), ("10.20.30.40/32", true), ("10.20.30.32/28", true),
            ("0.0.0.0/0", true), ("10.20.30.48/28", false), ("11.0.0.0/8", false), ("10.0.0.0/33", false),
            ("10.0.0.0/", false), ("10.0.0.0/-1", false), ("::/0", false), ("2001:db8::/32", false),
        ]
    )
    func `A range of no_proxy excepts the addresses in it`(range: String, isExcepted: Bool) {
        let variables = ["https_proxy": "http://a:1", "no_proxy": "example,\(range)"]
        expect(ProxyChoice(of: variables, for: "https://10.20.30.40/") == .direct, isExcepted)
    }

    @Test func `A range of no_proxy excepts addresses of IPv6 in it`() {
        let variables = ["https_proxy": "http://a:1", "no_proxy": "2001:db8::/33"]
        expect(ProxyChoice(of: variables, for: "https://[2001:db8:7fff::1]/"), .direct)
        expect(ProxyChoice(of: variables, for: "https://[2001:db8:8000::1]/"), .proxy("http://a:1", nil))
    }

    @Test func `The user and the password of a proxy are sent to it and shown nowhere`() throws {
        let choice = ProxyChoice(of: ["https_proxy": "http://me:p%40ss@proxy.example:3128"], for: "https://a.example/")
        guard case .proxy(let url, let credentials?) = choice else {
            Issue.record("\(String(describing: choice))")
            return
        }
        #expect(url == "http://proxy.example:3128" && credentials.text == "me:p@ss")
        var request = ProbeRequest("https://a.example/")
        request.path.proxyCredentials = credentials
        var text = ""
        dump(request, to: &text)
        #expect(!"\(request) \(text)".contains("p@ss"))
    }

    @Test(
        arguments: [
            (["https_proxy": "http://proxy.example:3128"], "proxy.example:3128"), ([:], "none"),
            (["all_proxy": "socks5h://proxy.example:1080"], "unsupported"), (["https_proxy": "http://:x"], "unknown"),
        ] as [([String: String], String)]
    )
    func `Variables of the environment decide which proxy a request takes`(
        variables: [String: String],
        expected: String
    ) async {
        let prober = ProxyChoosingProber(
            ClosureProber { ProbeExchange(request: $0, outcome: .success(.http(ProbeResponse(status: 204)))) },
            variables: variables
        )
        var request = ProbeRequest("https://a.example/")
        let direct = await prober.probe(request)
        #expect(direct.request == request && direct.response?.status == 204)
        request.path.isProxied = true
        let exchange = await prober.probe(request)
        if case .failure(let failure) = exchange.outcome {
            #expect(failure.kind == .unsupported && failure.facts["proxy"]?.text == expected, "\(failure)")
        } else {
            expect(exchange.request.path.proxy?.authority, expected)
        }
    }

    @Test(arguments: [
        (#"{ "proxy": "environment" }"#, ProxySetting.environment),
        (#"{ "proxy": "http://proxy.example:3128" }"#, .url("http://proxy.example:3128")), (#"{}"#, nil),
    ])
    func `A configuration names the proxy, and is written with it`(text: String, setting: ProxySetting?) throws {
        let registry = try PluginRegistry.standard()
        let configuration = try Pipeline.Configuration(json: text.utf8, registry: registry)
        #expect(configuration.proxy == setting && configuration.rules.proxy == setting)
        let json = try JSON(encoding: configuration)
        try expect(Pipeline.Configuration(json: json, registry: registry).proxy, setting)
    }

    @Test(arguments: [
        (#"{ "proxy": "system" }"#, "must be \"environment\" or"), (#"{ "proxy": "socks5://a:1" }"#, "at proxy"),
        (#"{ "proxy": "http://me:secret@a:1" }"#, "at proxy"),
        (#"{ "proxy": "environment", "scope": "each-interface" }"#, "each-interface"),
        (#"{ "proxy": "environment", "endpoints": ["apple.hotspot"] }"#, "over https"),
    ])
    func `A proxy that cannot be judged is an error that says why`(text: String, part: String) throws {
        let registry = try PluginRegistry.standard()
        let thrown = #expect(throws: PluginError.self) {
            try Pipeline.Configuration(json: text.utf8, registry: registry)
        }
        expect(thrown?.description.contains(part), true, "\(String(describing: thrown))")
        expect(thrown?.description.contains("secret"), false)
    }

    #if canImport(CCurl)
    @Test func `A prober with another proxy has no direct way to judge`() throws {
        let registry = try PluginRegistry.standard()
        let text = #"{ "proxy": "environment", "prober": { "use": "prober.curl", "proxy": "http://a:1" } }"#
        let configuration = try Pipeline.Configuration(json: text.utf8, registry: registry)
        let thrown = #expect(throws: PluginError.self) { try configuration.wholeProber() }
        expect(thrown?.description.contains("in addition to the direct way"), true)
    }
    #endif
}
