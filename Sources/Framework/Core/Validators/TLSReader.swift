/// A validator that reads TLS facts, which the probers of its endpoints must then record.
///
/// ``Endpoint/request(interface:limits:challenge:)`` requests them (``HTTPQuestion/readsTLS``) if one is part of the endpoint's
/// expectation; pipelines do so for all endpoints if one is in their list.
package protocol TLSReader: ResponseValidator {}

extension ResponseValidator {
    package var readsTLS: Bool { self is any TLSReader || parts.contains(where: \.readsTLS) }
}
