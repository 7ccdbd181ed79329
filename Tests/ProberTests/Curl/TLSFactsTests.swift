#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityCurl
import ConnectivityTLS
import ConnectivityTestServer
import Foundation
import TestSupport
import Testing

/// An authority, a certificate for `good.example` that OpenSSL's own server shows, and stapled statuses of it.
private final class StaplingServer {
    enum Staple: String, CaseIterable {
        case none, good, revoked, unknown, foreign, error, garbage
    }

    private static let script = """
        set -e; cd "$1"
        key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
        ca() { openssl req -x509 $key -keyout $1.key -out $1.pem -subj "/O=Example Authority/CN=$1" -days 30 \
            -addext basicConstraints=critical,CA:TRUE; }
        ca ca; ca other
        openssl req -new $key -keyout leaf.key -out leaf.csr -subj /CN=good.example
        printf 'subjectAltName=DNS:good.example' > ext
        openssl x509 -req -in leaf.csr -CA ca.pem -CAkey ca.key -set_serial 0x1234 -days 20 -extfile ext -out leaf.pem
        openssl x509 -in leaf.pem -noout -pubkey | openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary \
            | openssl base64 > pin
        openssl ocsp -issuer ca.pem -cert leaf.pem -reqout req.der -no_nonce
        end=$(date -u -d '+20 days' +%y%m%d%H%M%SZ); before=$(date -u -d '-1 day' +%y%m%d%H%M%SZ)
        printf "V\\t$end\\t\\t1234\\tunknown\\t/CN=good.example\\n" > good.idx
        printf "R\\t$end\\t$before\\t1234\\tunknown\\t/CN=good.example\\n" > revoked.idx
        : > unknown.idx
        answer() { openssl ocsp -index $1.idx -CA ca.pem -rsigner $3.pem -rkey $3.key -reqin req.der -respout $2.der $4; }
        for kind in good revoked unknown; do answer $kind $kind ca '-ndays 1'; done
        answer good foreign other '-ndays 1'
        printf '\\060\\003\\012\\001\\003' > error.der
        """

    let folder: String
    let pin: String
    let port: UInt16
    private let server: Shell

    init(_ staple: Staple, extraCertificates: Int = 0) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "staple-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Shell.run("sh -c '\(Self.script.replacing("'", with: "'\\''"))' sh \(folder)")
        try Data(Self.garbage).write(to: URL(filePath: "\(folder)/garbage.der"))
        pin = try String(contentsOfFile: "\(folder)/pin", encoding: .utf8).trimmingCharacters(
            in: .whitespacesAndNewlines
        )
        var options = staple == .none ? "" : "-status_file \(folder)/\(staple.rawValue).der"
        if extraCertificates > 0 {
            let other = try String(contentsOfFile: "\(folder)/other.pem", encoding: .utf8)
            let chain = String(repeating: other, count: extraCertificates)
            try chain.write(toFile: "\(folder)/chain.pem", atomically: true, encoding: .utf8)
            options += " -cert_chain \(folder)/chain.pem"
        }
        server = try Shell(
            "exec openssl s_server -accept 127.0.0.1:0 -cert \(folder)/leaf.pem -key \(folder)/leaf.key -www "
                + "-alpn http/1.1 \(options)"
        )
        var accepted = server.line()
        while let line = accepted, !line.hasPrefix("ACCEPT") { accepted = server.line() }
        guard let port = accepted?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw Shell.Failure(script: "s_server", status: -1)
        }
        self.port = port
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func ask(_ host: String = "good.example", tls: Bool = true) async -> ProbeExchange {
        var question = HTTPQuestion((try? HTTPURL("https://\(host)/")) ?? "https://good.example/")
        question.readsTLS = tls
        let prober = CurlProber(caFile: "\(folder)/ca.pem", connectTo: "127.0.0.1:\(port)")
        return await prober.probe(ProbeRequest(.http(question), limits: ProbeRequest.Limits(total: .seconds(5))))
    }

    /// A response that says that it is one, with 20 kB of noise in it (RFC 6960, section 4.2.1).
    private static let garbage: [UInt8] = {
        func der(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
        }
        let basic: [UInt8] = [0x06, 0x09, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x01]
        let noise = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
        return der(0x30, [0x0A, 0x01, 0x00] + der(0xA0, der(0x30, basic + der(0x04, noise))))
    }()
}

@Suite(.needs(.trait("OpenSSL", isThere: TestAuthority.isAvailable), .program("openssl")))
struct `What TLS showed to a request over HTTPS` {
    @Test(arguments: StaplingServer.Staple.allCases)
    fileprivate func `Every stapled status is read, and none of them ends the probe`(
        staple: StaplingServer.Staple
    ) async throws {
        let exchange = try await StaplingServer(staple).ask()
        #expect(exchange.success?.status == 200 && exchange.authentication == .verified, "\(exchange)")
        let tls = try #require(exchange.httpConnection.tls)
        let expected: StapledStatus? =
            switch staple {
            case .none: nil
            case .good: .good
            case .revoked: .revoked
            case .unknown: .unknown
            case .foreign: .untrusted
            case .error, .garbage: .unreadable
            }
        expect(tls.staple, expected, "\(staple)")
    }

    @Test func `Version, protocol, names, issuer, key and days left are there if they are asked for`() async throws {
        let server = try StaplingServer(.good)
        let exchange = await server.ask()
        let tls = try #require(exchange.httpConnection.tls)
        #expect(tls.version == "TLSv1.3" && tls.protocolName == "http/1.1" && tls.fault == nil)
        let own = try #require(tls.chain.first)
        #expect(
            own.names == ["good.example"] && own.issuer == "CN=ca,O=Example Authority" && own.keyDigest == server.pin
        )
        #expect((19.9...20).contains(own.daysLeft))
        expect(KeyPin([server.pin]).validate(exchange).finding, .genuine)
        expect(CertificateIssuer(["O=Example Authority"]).validate(exchange).finding, .genuine)
        expect(CertificateIssuer(["O=Other"]).validate(exchange).finding, .failed)
        expect(CertificateLifetime(days: 19).validate(exchange).finding, .genuine)
        let soon = CertificateLifetime(days: 21).validate(exchange)
        #expect(soon.finding == .genuine && soon.reason.code == "certificate-expires")
        let other = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        expect(KeyPin([other]).validate(exchange).finding, .failed)
        expect(KeyPin([other, server.pin]).validate(exchange).finding, .genuine)
        let record = try JSONDecoder().decode(ProbeExchange.self, from: JSONEncoder().encode(exchange))
        expect(record.httpConnection.tls, tls)
        let silent = await server.ask(tls: false)
        #expect(silent.success?.status == 200 && silent.httpConnection.tls == nil)
        expect(KeyPin([server.pin]).validate(silent), Verdict(.inconclusive, because: Reason("tls-unknown")))
    }

    @Test func `A chain of many certificates is cut, and the host's own certificate stays`() async throws {
        let exchange = try await StaplingServer(.none, extraCertificates: 40).ask()
        let tls = try #require(exchange.httpConnection.tls, "\(exchange)")
        #expect(tls.chain.count == 8 && tls.chain.first?.names == ["good.example"])
        #expect(tls.chain.dropFirst().allSatisfy { $0.names.isEmpty })
    }

    @Test func `Without an accepted certificate there is no answer, and no fact about TLS`() async throws {
        let exchange = try await StaplingServer(.good).ask("other.example")
        #expect(exchange.failure?.kind == .tls(.wrongHost) && exchange.httpConnection.tls == nil)
    }
}

@Suite struct `A digest of the body` {
    private func verdict(_ body: String, _ completeness: ProbeResponse.Completeness = .complete) throws -> Verdict {
        // printf pong | sha256sum
        let pong = "9795c5ff8937f23526ccb207a5684c1fc94a7854e19c021b39d944e51f5baef2"
        let response = ProbeResponse(status: 200, body: Array(body.utf8), completeness: completeness)
        let exchange = ProbeExchange(request: ProbeRequest("http://a.example/"), outcome: .success(response))
        return try #require(BodyDigest(sha256: pong.uppercased())).validate(exchange)
    }

    @Test func `A body with the digest is genuine, another one is not, and one that was cut has no verdict`() throws {
        try expect(verdict("pong"), Verdict(.genuine, because: Reason("digest-matches")))
        try expect(verdict("another page that is longer than a few bytes").finding, .substituted)
        try expect(verdict("pong", .cutAtLimit).finding, .inconclusive)
        try expect(verdict("").finding, .failed)
        expect(BodyDigest(sha256: "zz"), nil)
    }
}
#endif
