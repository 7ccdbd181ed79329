package import ConnectivityCore

// Hosts that return echoes to anybody. They are asked only if they are named: a gateway can return echoes in their names,
// so they show less than an HTTP answer.

extension Endpoint {
    /// Asks Cloudflare's public resolver for echoes.
    package static let cloudflareEcho = echo("echo.cloudflare", "Cloudflare", "1.1.1.1")
    /// Asks Google's public resolver for echoes.
    package static let googleEcho = echo("echo.google", "Google", "8.8.8.8")
    /// Asks Quad9's public resolver for echoes.
    package static let quad9Echo = echo("echo.quad9", "Quad9", "9.9.9.9")

    /// All endpoints for echoes.
    package static let echoes = [cloudflareEcho, googleEcho, quad9Echo]

    private static func echo(_ name: String, _ owner: String, _ host: IPAddress) -> Endpoint {
        Endpoint(EchoQuestion(to: host), name: name, owner: owner, expecting: EchoReplies())
    }
}
