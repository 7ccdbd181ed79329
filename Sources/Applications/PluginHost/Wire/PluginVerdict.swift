import ConnectivityCore
import ConnectivityWire

/// The answer of a plugin to `validate`.
///
/// It has no basis: the verdict of a plugin rests on a part of the answer.
struct PluginVerdict: FieldCodable {
    var finding = Verdict.Finding.inconclusive
    var reason: WrittenReason?
    /// The page where a person can sign in, absolute or relative to the requested URL; only for `captive`.
    var signInURL: String?

    static let fields = FieldTable(
        PluginVerdict(),
        [.required("finding", \.finding), .optional("reason", \.reason), .optional("signInURL", \.signInURL)],
        fault: { $0.signInURL != nil && $0.finding != .captive ? "\"signInURL\" is allowed only with captive" : nil }
    )

    init() {}

    /// A reason: its code, facts and parts, or only a sentence.
    struct WrittenReason: Codable, SchemaProviding, Equatable, Sendable {
        var reason: Reason

        init(_ reason: Reason) { self.reason = reason }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                reason = .stated(text)
                return
            }
            reason = try Reason(from: decoder)
            guard reason.hasOwnCodes(depth: 0) else {
                throw decoder.fault(
                    "the code of a reason must begin with a name that its author owns, such as com.example.code"
                )
            }
        }

        func encode(to encoder: any Encoder) throws {
            guard reason.code == "stated", let text = reason.facts["text"]?.text else {
                return try reason.encode(to: encoder)
            }
            try text.encode(to: encoder)
        }

        static var schema: Schema { .either([.text(), Reason.schema]) }
    }

    /// The answer of a plugin with this verdict.
    init(_ verdict: Verdict) {
        finding = verdict.finding
        let reason = verdict.reason
        let isWritten = reason.hasOwnCodes(depth: 0) || reason.code == "stated"
        self.reason = WrittenReason(isWritten ? reason : .stated("\(reason)"))
        signInURL = finding == .captive ? verdict.portal?.signInURL?.description : nil
    }

    func verdict(on exchange: ProbeExchange) -> Verdict {
        let reason = reason?.reason ?? .stated(finding.rawValue)
        guard let signInURL, let base = exchange.request.url else { return Verdict(finding, because: reason) }
        return .captive(CaptivePortal(reference: signInURL, base: base, source: .page, kind: .page), because: reason)
    }
}

extension Reason {
    /// Whether the codes of the reason and of its parts are those of an outside author, distinct from the built-in codes.
    fileprivate func hasOwnCodes(depth: Int) -> Bool {
        depth < 4 && code.utf8.count <= 100 && code.contains(".") && parts.count <= 16
            && parts.allSatisfy { $0.hasOwnCodes(depth: depth + 1) }
    }
}
