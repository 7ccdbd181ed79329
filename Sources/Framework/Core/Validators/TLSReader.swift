/// A validator that reads what TLS showed, so that probers of endpoints that it judges must find it out.
///
/// ``Endpoint/request(interface:limits:challenge:)`` asks for it, see ``HTTPQuestion/readsTLS``, if one is part of the endpoint's
/// expectation; pipelines do so for all endpoints if one is in their list.
public protocol TLSReader: ResponseValidator {}

extension ResponseValidator {
    package var readsTLS: Bool { self is any TLSReader || parts.contains(where: \.readsTLS) }
}
