import ConnectivityCore
import ConnectivityRegistry
import Testing

@testable import ConnectivityKit

/// Which proxy the environment or the result of a script has for a URL.
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
            (["https_proxy": "http://a:1", "no_proxy": "sked.example www.example"], proxy("http://a:1")),
        ] as [([String: String], ProxyChoice?)]
    )
    func `The environment is read as curl reads it`(variables: [String: String], choice: ProxyChoice?) {
        #expect(ProxyChoice(of: variables, for: "https://asked.example/x") == choice)
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
            ("DIRECT", .direct), ("", .direct),
            ("PROXY proxy.example:3128; DIRECT", proxy("http://proxy.example:3128")),
            (" proxy  proxy.example:80 ;", proxy("http://proxy.example:80")),
            ("HTTPS a.example:443", proxy("https://a.example")),
            ("SOCKS5 a.example:1080; PROXY b.example:1", proxy("http://b.example:1")),
            ("SOCKS a.example:1080; DIRECT", .unsupported("SOCKS proxies are not asked")),
            ("PROXY a.example", .unknown("the list of proxies has the entry \"PROXY a.example\"")),
            ("PROXY u:p@a.example:1", .unknown("the list of proxies has the entry \"PROXY u:p@a.example:1\"")),
            ("PROXY a.example:1/x", .unknown("the list of proxies has the entry \"PROXY a.example:1/x\"")),
            ("QUIC a.example:1", .unknown("the list of proxies has the entry \"QUIC a.example:1\"")),
            (String(repeating: "DIRECT;", count: 600), .unknown("the list of proxies has more than 4096 bytes")),
        ] as [(String, ProxyChoice)]
    )
    func `Of the result of a script, the first entry that can be asked counts`(list: String, choice: ProxyChoice) {
        #expect(ProxyChoice(ofList: list) == choice)
    }

    @Test(arguments: [
        (#"{ "proxy": "system" }"#, ProxySetting.system), (#"{ "proxy": "environment" }"#, .environment),
        (#"{ "proxy": "http://proxy.example:3128" }"#, .url("http://proxy.example:3128")), (#"{}"#, nil),
    ])
    func `A configuration names the proxy, and is written with it`(text: String, setting: ProxySetting?) throws {
        let registry = try PluginRegistry.standard()
        let configuration = try Pipeline.Configuration(json: text.utf8, registry: registry)
        #expect(configuration.proxy == setting && configuration.rules.proxy == setting)
        let json = try JSON(encoding: configuration)
        #expect(try Pipeline.Configuration(json: json, registry: registry).proxy == setting)
    }

    @Test(arguments: [
        (#"{ "proxy": "socks5://a:1" }"#, "at proxy"), (#"{ "proxy": "http://me:secret@a:1" }"#, "at proxy"),
        (#"{ "proxy": "system", "scope": "each-interface" }"#, "each-interface"),
        (#"{ "proxy": "system", "endpoints": ["apple.hotspot"] }"#, "over https"),
    ])
    func `A proxy that cannot be judged is an error that says why`(text: String, part: String) throws {
        let registry = try PluginRegistry.standard()
        let thrown = #expect(throws: PluginError.self) {
            try Pipeline.Configuration(json: text.utf8, registry: registry)
        }
        #expect(thrown?.description.contains(part) == true, "\(String(describing: thrown))")
        #expect(thrown?.description.contains("secret") == false)
    }

    #if canImport(CCurl)
    @Test func `A prober with another proxy has no direct way to judge`() throws {
        let registry = try PluginRegistry.standard()
        let text = #"{ "proxy": "system", "prober": { "use": "prober.curl", "proxy": "http://a:1" } }"#
        let configuration = try Pipeline.Configuration(json: text.utf8, registry: registry)
        let thrown = #expect(throws: PluginError.self) { try configuration.wholeProber() }
        #expect(thrown?.description.contains("in addition to the direct way") == true)
    }
    #endif
}
