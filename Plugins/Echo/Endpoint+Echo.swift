package import ConnectivityCore

// Hosts that return echoes to any client. They are asked only if they are named: a gateway can return echoes in their names, so
// they show less than an HTTP answer.

extension Endpoint {
    package static let cloudflareEcho = echo("echo.cloudflare", "Cloudflare", "1.1.1.1")
    package static let googleEcho = echo("echo.google", "Google", "8.8.8.8")
    package static let quad9Echo = echo("echo.quad9", "Quad9", "9.9.9.9")

    package static let echoes = [cloudflareEcho, googleEcho, quad9Echo]

    private static func echo(_ name: String, _ owner: String, _ host: IPAddress) -> Endpoint {
        Endpoint(EchoQuestion(to: host), name: name, owner: owner, expecting: EchoReplies())
    }
}
