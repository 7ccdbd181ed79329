package import ConnectivityCore

/// Writes a status line, header fields and the empty line behind them, with CRLF ends.
/// - Parameters:
///   - status: The status code.
///   - fields: The fields, in order.
/// - Returns: The bytes.
package func encodedHead(status: Int, fields: [HeaderFields.Field]) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(reasonPhrase(of: status))\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8)
}

/// The usual reason phrase of a status code (RFC 9110, section 15; RFC 6585; RFC 7725); empty where none is known.
private func reasonPhrase(of status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 407: "Proxy Authentication Required"
    case 408: "Request Timeout"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 451: "Unavailable For Legal Reasons"
    case 500: "Internal Server Error"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 511: "Network Authentication Required"
    default: ""
    }
}
