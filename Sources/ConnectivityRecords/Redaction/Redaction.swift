/// The rules by which secrets are replaced before a recording is written.
///
/// The same secret becomes the same replacement everywhere in one recording, so that what belongs together still does.
/// A replacement is as long as the secret where that leaves room for it, and stays what it stood for in form: a hardware
/// address one of the documentation range (RFC 7042, section 2.1.2), a number a number.
public struct Redaction: Hashable, Sendable {
    /// What a secret can look like, wherever it stands.
    public enum Shape: String, Hashable, Sendable, CaseIterable {
        /// A hardware address, with colons, hyphens, dots, their percent encodings, in groups of four or six, or bare, also
        /// behind `enx` and `wlx` in the name of an interface.
        case hardwareAddress = "hardware-address"
        /// A run of 14 digits or more, such as an IMEI, IMSI or ICCID.
        case longNumber = "long-number"
        /// A JSON Web Token, a UUID, and any long run of letters and digits that no person would write.
        case token
        /// The user name and password of a URL.
        case userInfo = "user-info"
    }

    /// The header fields whose values are secret, in any case; `*` at either end stands for anything.
    ///
    /// Of `Set-Cookie`, the name and the attributes of the cookie stay.
    public var headerNames: [String]
    /// The names of parameters in URLs, of members in JSON and of form fields whose values are secret.
    ///
    /// Letters only: case, digits, hyphens and underscores do not count; `*` at either end stands for anything.
    public var parameterNames: [String]
    /// The shapes that are secret.
    public var shapes: Set<Shape>
    /// Texts that are secret, such as the name of a guest; they are looked for byte for byte.
    public var texts: [String]

    /// Creates rules.
    /// - Parameters:
    ///   - headerNames: The header fields whose values are secret.
    ///   - parameterNames: The parameters whose values are secret.
    ///   - shapes: The shapes that are secret.
    ///   - texts: Texts that are secret.
    public init(headerNames: [String], parameterNames: [String], shapes: Set<Shape>, texts: [String] = []) {
        self.headerNames = headerNames
        self.parameterNames = parameterNames
        self.shapes = shapes
        self.texts = texts
    }

    /// The rules for what networks are known to tell about their guests.
    ///
    /// Addresses are not among them, but for the hardware address in an IPv6 one: verdicts rest on them.
    public static let standard = Redaction(
        headerNames: [
            "cookie", "set-cookie", "authorization", "proxy-authorization", "authentication-info", "x-auth*",
            "x-api-key",
            "x-csrf*", "x-xsrf*", "x-session*", "*-token",
        ],
        parameterNames: [
            "*token", "key", "*apikey", "auth", "*authorization", "*session", "*sessionid", "sessid", "sid",
            "jsessionid",
            "phpsessid", "*cookie", "*password", "*passwd", "pwd", "pass", "pin", "otp", "*secret", "user", "*username",
            "userid", "*email", "mail", "phone", "*phonenumber", "msisdn", "imei", "imsi", "iccid", "*mac",
            "*macaddress",
            "*macaddr", "voucher", "*ticket", "sig", "*signature", "nonce", "challenge", "csrf*", "xsrf*", "jwt",
            "room",
            "surname", "lastname",
        ],
        shapes: Set(Shape.allCases)
    )

    /// The rules in words, as a recording's provenance holds them; secret texts are counted, not told.
    var ruleNames: [String] {
        var names: [String] = []
        if !headerNames.isEmpty { names.append("headers: \(headerNames.joined(separator: " "))") }
        if !parameterNames.isEmpty { names.append("parameters: \(parameterNames.joined(separator: " "))") }
        let shapes = shapes.map(\.rawValue).sorted()
        if !shapes.isEmpty { names.append("shapes: \(shapes.joined(separator: " "))") }
        if !texts.isEmpty { names.append("texts: \(texts.count)") }
        return names
    }

    /// Replaces the secrets of a session.
    ///
    /// A body that is compressed cannot be searched and is left out, which a note says. Expectations are kept as they are
    /// but for the secrets in their URLs.
    ///
    /// - Parameter session: The session as it happened.
    /// - Returns: The session without secrets that the rules find, and with the rules in its provenance.
    public func redacted(_ session: SessionRecording) -> SessionRecording {
        var redactor = Redactor(self)
        return redactor.redacted(session)
    }

    /// Replaces the secrets of a recorded response.
    /// - Parameter recording: The recording.
    /// - Returns: The recording without secrets that the rules find; a compressed body is empty and counts as cut.
    public func redacted(_ recording: Recording) -> Recording {
        var redactor = Redactor(self)
        var copy = recording
        copy.response = redactor.redacted(recording.response)
        copy.url = recording.url.map { redactor.redacted($0) }
        copy.source = recording.source.map { redactor.redacted($0) }
        copy.expectation?.signInURL = recording.expectation?.signInURL.map { redactor.redacted($0) }
        return copy
    }
}

/// Names with `*` at either end, compared as they are.
struct NamePatterns {
    private let exact: Set<String>
    private let suffixes: [String]
    private let prefixes: [String]

    init(_ patterns: [String]) {
        exact = Set(patterns.filter { !$0.contains("*") })
        suffixes = patterns.filter { $0.hasPrefix("*") }.map { String($0.dropFirst()) }
        prefixes = patterns.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }
    }

    func contain(_ name: String) -> Bool {
        exact.contains(name) || suffixes.contains { name.hasSuffix($0) } || prefixes.contains { name.hasPrefix($0) }
    }
}
