public import ConnectivityCore
import ConnectivityTLS

/// Expects a connection with a finished dialogue, and optionally a TLS version, a protocol and a certificate that lasts.
///
/// A worse answer is `failed`; a certificate that is to expire is a remark, as with `validator.certificate-lasts`. A certificate that is not accepted is a failure of the probe, unless the question says otherwise
/// (`ConnectionQuestion.isVerified`). A connection with TLS to a host whose certificate is verified proves that the host itself
/// answered; one without TLS can be answered by any host on the path, so it shows nothing about the Internet.
public struct ConnectionRequirement: ResponseValidator, Hashable {
    /// The versions of TLS, the oldest first, as ``ConnectivityTLS/TLSFindings/version`` has them.
    static let versions = ["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"]

    /// The oldest accepted version of TLS, such as `TLSv1.2`; `nil` accepts any, and a connection without TLS.
    package var versionMin: String?
    /// The protocol that the host must choose (ALPN); `nil` accepts any.
    package var protocolName: String?
    /// The smallest number of days that every certificate of the chain is still valid without a remark; `nil` accepts any.
    package var daysLeftMin: Double?

    /// Creates an expectation.
    public init(versionMin: String? = nil, protocolName: String? = nil, daysLeftMin: Double? = nil) {
        self.versionMin = versionMin
        self.protocolName = protocolName
        self.daysLeftMin = daysLeftMin
    }

    public var role: Verdict.Role { .expectation }

    public func validate(_ exchange: ProbeExchange) -> Verdict {
        guard let answer = exchange.answer(as: ConnectionAnswer.self),
            let question: ConnectionQuestion = exchange.request.question.decoded()
        else { return .inconclusive }
        if answer.stepCount < question.dialogue.count {
            return failed("dialogue", "\(answer.stepCount) of \(question.dialogue.count) steps")
        }
        if versionMin != nil || protocolName != nil || daysLeftMin != nil, answer.tls == nil {
            return failed("version", "no TLS")
        }
        guard let tls = answer.tls else { return Verdict(.genuine, because: Reason("connected")) }
        if let versionMin, (Self.rank(tls.version) ?? -1) < (Self.rank(versionMin) ?? 0) {
            return failed("version", tls.version)
        }
        if let protocolName, tls.protocolName != protocolName { return failed("alpn", tls.protocolName ?? "none") }
        if let daysLeftMin { return CertificateLifetime(days: daysLeftMin).validate(exchange) }
        return Verdict(.genuine, because: Reason("connected", ["version": .text(tls.version)]))
    }

    private func failed(_ part: String, _ actual: String) -> Verdict {
        Verdict(.failed, because: Reason("connection-differs", ["part": .text(part), "actual": .text(actual)]))
    }

    private static func rank(_ version: String) -> Int? { versions.firstIndex(of: version) }
}
