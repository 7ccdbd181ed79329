import Connectivity
import ConnectivityCore
import ConnectivityPipeline

/// Answers on this machine, in place of the Internet: every URL has the page that the built-in ones have.
struct LocalAnswer: Prober {
    let kinds: Set<Question.Kind> = [.http]

    func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let page = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n"
        let answer = ProbeResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array(page.utf8))
        return ProbeExchange(request: request, outcome: .success(answer))
    }
}

/// One mobile interface, which stays as it is.
let mobile = StaticInterfaceSource(
    InterfaceSnapshot([
        NetworkInterface(
            name: "wwan0",
            index: 2,
            kind: .cellular,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 0)]
        )
    ])
)

// A build without traits has no prober for HTTP on Linux. The initializers of version 8 take the answer and the interface from above
// here, so that all other code is as an application has it.
extension Connectivity {
    convenience init() { self.init(source: mobile, prober: LocalAnswer()) }

    convenience init(configuration: ConnectivityConfiguration) {
        self.init(configuration: configuration, source: mobile, prober: LocalAnswer())
    }

    convenience init(shouldUseHTTPS: Bool) {
        self.init()
        isHTTPSOnly = shouldUseHTTPS
        if !shouldUseHTTPS, let url = URL(string: "http://captive.apple.com/hotspot-detect.html") {
            connectivityURLs = [url]
        }
    }
}
