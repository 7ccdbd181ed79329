/// The body of a response as JSON (RFC 8259), read strictly.
///
/// A name that occurs twice makes an object damaged: programs disagree about what it means, so it proves nothing.
package enum JSONBody: Sendable {
    /// The body is a JSON value.
    case value(JSON)
    /// The body begins as an object or a list, but cannot be read; the detail says why.
    case damaged(String)
    /// The body begins as an object or a list, but is too long, or was cut; the detail says which.
    case undecided(String)
    /// The body is something else.
    case other

    package init(_ response: ProbeResponse) {
        let body = response.body
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = body.starts(with: mark) ? body.dropFirst(mark.count) : body[...]
        let first = text.first { !$0.isASCIIWhitespace }
        let isTree = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        guard isTree || first.map({ $0.isASCIIDigit || "\"-tfn".utf8.contains($0) }) == true else {
            self = .other
            return
        }
        guard body.count <= Fact.jsonByteCountMax, response.completeness == .complete else {
            let limit = Fact.jsonByteCountMax
            let detail = body.count > limit ? "the body has more than \(limit) bytes" : "the body was cut"
            self = isTree ? .undecided(detail) : .other
            return
        }
        var reader = JSONReader(body, byteCountMax: Fact.jsonByteCountMax, depthMax: Facts.depthMax)
        do throws(JSONFault) {
            self = .value(try reader.document())
        } catch {
            self = isTree ? .damaged("\(error.position.faultPrefix)\(error.detail)") : .other
        }
    }
}
