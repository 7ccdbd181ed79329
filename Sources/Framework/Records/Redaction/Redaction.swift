package import ConnectivityCore
public import ConnectivityRedaction

/// Rules for replacing secrets before a recording is written.
///
/// In one recording, the same secret always has the same replacement, which preserves relations. A replacement is as
/// long as the secret if it fits, and it keeps the form of the secret: a hardware address becomes one of the
/// documentation range (RFC 7042, section 2.1.2), a number becomes a number.
public struct Redaction: Hashable, Sendable {
    /// A form that identifies a secret in any place.
    public typealias Shape = SecretShape

    /// The header fields whose values are secret, without regard to case; `*` at either end matches any text.
    ///
    /// In `Set-Cookie` and `Set-Cookie2`, the names and the attributes of the cookies are kept.
    package var headerNames: [String]
    /// The names of URL parameters, JSON members, form fields, and XML elements and attributes whose values are secret.
    ///
    /// Only letters are compared, without regard to case and without an `s` at the end; digits, hyphens and underscores
    /// are ignored. `*` at either end matches any text.
    package var parameterNames: [String]
    /// The shapes that are secret.
    public var shapes: Set<Shape>
    /// Secret texts, such as the name of a guest; they are found in every usual encoding, also in Base64.
    public var texts: [String]

    /// Creates rules.
    public init(headerNames: [String], parameterNames: [String], shapes: Set<Shape>, texts: [String] = []) {
        self.headerNames = headerNames
        self.parameterNames = parameterNames
        self.shapes = shapes
        self.texts = texts
    }

    /// The rules for the personal data that networks are known to send.
    ///
    /// Addresses are not replaced, because verdicts depend on them, except for the hardware address within an IPv6 address.
    public static let standard = Redaction(
        headerNames: HeaderFields.secretPatterns,
        parameterNames: SecretNames.parameters,
        shapes: Set(Shape.allCases)
    )

    /// The rules as text for the provenance of a recording; secret texts are only counted.
    var ruleNames: [String] {
        var names: [String] = []
        if !headerNames.isEmpty { names.append("headers: \(headerNames.joined(separator: " "))") }
        if !parameterNames.isEmpty { names.append("parameters: \(parameterNames.joined(separator: " "))") }
        let shapes = shapes.map(\.rawValue).sorted()
        if !shapes.isEmpty { names.append("shapes: \(shapes.joined(separator: " "))") }
        if !texts.isEmpty { names.append("texts: \(texts.count)") }
        return names
    }

    /// Replaces the secrets that the rules find in a session, and adds the rules to its provenance.
    ///
    /// A compressed body cannot be searched. It is left out, and a note is added. In expectations, only secrets in URLs
    /// and in the names of interfaces are replaced.
    public func redacted(_ session: SessionRecording) -> SessionRecording {
        var redactor = Redactor(self)
        return redactor.redacted(session)
    }

    /// Replaces the secrets of the inputs of an assessment, of further exchanges and of the JSON of a configuration; a
    /// secret has the same replacement everywhere.
    package func redact(
        _ record: inout AssessmentRecord,
        _ answers: inout [ProbeExchange],
        _ configuration: inout JSON,
        _ provenance: inout SessionRecording.Provenance
    ) {
        var redactor = Redactor(self)
        record = redactor.redacted(record)
        answers = answers.map { redactor.redacted($0) }
        configuration = redactor.redacted(configuration)
        provenance = redactor.redacted(provenance)
    }

    /// Replaces the secrets that the rules find in a text.
    package func redacted(_ text: String) -> String {
        var redactor = Redactor(self)
        return redactor.redacted(text)
    }

    /// Replaces the secrets that the rules find in a recorded response.
    ///
    /// A compressed body becomes empty and is marked as cut.
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
