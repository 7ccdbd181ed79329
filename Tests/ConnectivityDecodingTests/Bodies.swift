import ConnectivityCore
import ConnectivityDecoding

/// Bytes from their hexadecimal digits.
func bytes(_ digits: String) -> [UInt8] {
    let values = digits.compactMap { $0.hexDigitValue.map(UInt8.init) }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}

extension ProbeResponse {
    /// A response with a body and the fields that say what it is.
    init(_ body: [UInt8], type: String? = "text/html", coding: String? = nil) {
        var headers: HeaderFields = [:]
        if let type { headers.fields.append(.init(name: "Content-Type", value: type)) }
        if let coding { headers.fields.append(.init(name: "Content-Encoding", value: coding)) }
        self.init(status: 200, headers: headers, body: body)
    }

    /// The same as a decoder leaves it.
    var decoded: ProbeResponse { BodyDecoder().decoded(self) }

    /// The body as a text, which a decoded body is.
    var text: String? { String(validating: body, as: UTF8.self) }
}
