import ConnectivityCore
import ConnectivityDecoding

/// Returns the bytes of hexadecimal digits.
func bytes(_ digits: String) -> [UInt8] {
    let values = digits.compactMap { $0.hexDigitValue.map(UInt8.init) }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}

extension ProbeResponse {
    /// Creates a response with a body and the header fields that describe it.
    init(_ body: [UInt8], type: String? = "text/html", coding: String? = nil) {
        var headers: HeaderFields = [:]
        if let type { headers.fields.append(.init(name: "Content-Type", value: type)) }
        if let coding { headers.fields.append(.init(name: "Content-Encoding", value: coding)) }
        self.init(status: 200, headers: headers, body: body)
    }

    /// The response after decoding.
    var decoded: ProbeResponse { BodyDecoder().decoded(self) }

    /// The body as a text; `nil` if it is not UTF-8.
    var text: String? { String(validating: body, as: UTF8.self) }
}
