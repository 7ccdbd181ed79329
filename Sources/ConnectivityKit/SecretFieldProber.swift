internal import ConnectivityCore
internal import ConnectivityRegistry
internal import ConnectivitySupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Adds the secret header fields to requests and sends them with another prober.
///
/// Each value is read when the request is sent, so a replaced file takes effect with the next probe. The exchange
/// has the request as it was given, without the secrets, so that nothing that observes, records or judges it
/// receives a secret. A request is not sent if any of its fields cannot be filled in. It then fails with
/// ``ConnectivityCore/ProbeFailure/Kind/unsupported``, which counts as not asked. The laws of
/// ``ConnectivityCore/Prober`` hold if they hold for the other prober.
package struct SecretFieldProber: Prober {
    /// The prober that sends the requests.
    package let base: any Prober

    /// The maximum length of a secret in bytes.
    package static let byteCountMax = 8 * 1024

    private let isDirect: Bool

    /// Creates a prober.
    /// - Parameters:
    ///   - base: The prober that sends the requests.
    ///   - isDirect: Whether connections go directly to the host of the URL. If not, for example through a proxy, a
    ///     secret is sent only over TLS, even to this machine.
    package init(_ base: some Prober, isDirect: Bool = true) {
        self.base = base
        self.isDirect = isDirect
    }

    package var kinds: Set<QuestionKind> { base.kinds }

    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard var http = request.http, !http.secrets.isEmpty else { return await base.probe(request) }
        do throws(Unusable) {
            guard isDirect || http.url.scheme == .https else {
                throw Unusable(description: "a secret field is not sent through a proxy without TLS")
            }
            for secret in http.secrets { http.headers.fields.append(try secret.field(to: http.url)) }
        } catch {
            let failure = ProbeFailure(.unsupported, detail: error.description)
            return ProbeExchange(request: request, outcome: .failure(failure))
        }
        http.secrets = []
        var filled = request
        filled.http = http
        var exchange = await base.probe(filled)
        exchange.request.question = request.question
        return exchange
    }

    /// Why a secret cannot be sent; the description does not contain the secret.
    struct Unusable: Error, CustomStringConvertible {
        let description: String
    }
}

extension SecretField {
    /// Returns the field with its value.
    func field(to url: HTTPURL) throws(SecretFieldProber.Unusable) -> HeaderFields.Field {
        guard mayGo(to: url) else {
            throw .init(description: "the secret field \(name) is sent only to \(host) and only over TLS")
        }
        return HeaderFields.Field(name: name, value: prefix + (try secret()))
    }

    private func secret() throws(SecretFieldProber.Unusable) -> String {
        let (text, place) =
            switch source {
            case .file(let path): (try Self.text(ofFile: path), path)
            case .environment(let name): (try Self.variable(name), name)
            }
        guard !text.isEmpty, !text.hasControlCharacter else {
            throw .init(description: "\(place.printable(limit: 200)) does not contain exactly one line of text")
        }
        return text
    }

    private static func variable(_ name: String) throws(SecretFieldProber.Unusable) -> String {
        guard let value = unsafe getenv(name) else {
            throw .init(description: "the variable \(name.printable(limit: 200)) is not set")
        }
        return unsafe String(cString: value)
    }

    private static func text(ofFile path: String) throws(SecretFieldProber.Unusable) -> String {
        do throws(WholeFile.Fault) {
            var bytes = try WholeFile(path, limit: SecretFieldProber.byteCountMax).whole[...]
            if bytes.last == 0x0A { bytes.removeLast() }
            if bytes.last == 0x0D { bytes.removeLast() }
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw .init(description: "cannot read \(path.printable(limit: 200)): \(error)")
        }
    }
}

extension Endpoint {
    /// Checks that every secret can be read at this time.
    func checkSecrets() throws(PluginError) {
        guard let http = question.http else { return }
        for secret in http.secrets {
            do throws(SecretFieldProber.Unusable) {
                _ = try secret.field(to: http.url)
            } catch {
                throw .invalidOption("pipeline", path: ["endpoints", name, "headers", secret.name], detail: "\(error)")
            }
        }
    }
}
