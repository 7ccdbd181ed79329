/// The body of a response as JSON (RFC 8259), parsed once for a strict and a tolerant reader.
///
/// For a strict reader, a repeated name damages its object: programs interpret it differently, so it proves nothing.
package struct JSONBody: Sendable {
    /// The maximum size of JSON that is read, in bytes; answers to probes have a few hundred.
    package static let byteCountMax = 64 * 1024

    /// The result of a strict reader.
    package enum Strict: Sendable {
        case value(JSON)
        /// The body begins as an object or a list, but cannot be read; the detail gives the reason.
        case damaged(String)
        /// The body begins as an object or a list, but is too long or was cut; the detail states which.
        case undecided(String)
        case other
    }

    package let strict: Strict
    /// The object or list of a tolerant reader, also in a body that was cut; `nil` if the body is anything else.
    package let tree: JSON?

    package init(_ response: ProbeResponse) {
        let body = response.body
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = body.starts(with: mark) ? body.dropFirst(mark.count) : body[...]
        let first = text.first { !$0.isASCIIWhitespace }
        let isTree = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        guard isTree || first.map({ $0.isASCIIDigit || "\"-tfn".utf8.contains($0) }) == true else {
            (strict, tree) = (.other, nil)
            return
        }
        var reader = JSONReader(body, byteCountMax: Self.byteCountMax, depthMax: Facts.depthMax, isTolerant: true)
        var strict: Strict
        let value = Result { () throws(JSONFault) in try reader.document() }
        switch (value, reader.tolerated) {
        case (.success(let value), nil): strict = .value(value)
        case (.success, let fault?), (.failure, let fault?), (.failure(let fault), nil):
            strict = .damaged("\(fault.position.faultPrefix)\(fault.detail)")
        }
        if body.count > Self.byteCountMax {
            strict = .undecided("the body has more than \(Self.byteCountMax) bytes")
        } else if response.completeness != .complete {
            strict = .undecided("the body was cut")
        }
        if !isTree {
            if case .value = strict {} else { strict = .other }
        }
        self.strict = strict
        tree = isTree ? try? value.get() : nil
    }
}
