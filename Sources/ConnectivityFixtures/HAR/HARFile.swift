public import ConnectivityCore
import ConnectivitySupport

/// The exchanges of an HTTP Archive, version 1.2, as browsers and proxies write it.
///
/// What is no GET or HEAD of an `http` or `https` URL is passed over and counted. A request without a response is a
/// failure. Bodies are those that the archive holds, which are decoded.
public struct HARFile: Hashable, Sendable {
    /// The most entries that are read.
    public static let entryCountMax = 20_000

    /// When the first request was sent; `nil` where the archive has no entry that counts or does not say so.
    public var startedAt: Timestamp?
    /// The exchanges by the time of their requests, with the time since the first.
    public var exchanges: [SessionRecording.Exchange]
    /// The number of entries that were passed over.
    public var skippedCount: Int

    /// Reads an archive; unknown members are passed over, as the specification asks.
    /// - Parameter bytes: The file; at most ``SessionRecording/byteCountMax`` bytes.
    /// - Throws: The first ``SessionRecordingError`` met, with its line.
    public init(parsing bytes: [UInt8]) throws(SessionRecordingError) {
        let list = try JSONCursor(file: bytes).member("log").member("entries")
        let entries = try list.elements()
        guard entries.count <= Self.entryCountMax else {
            throw list.fault(.value("has more than \(Self.entryCountMax) elements"))
        }
        var found: [(at: Timestamp, exchange: ProbeExchange)] = []
        skippedCount = 0
        for entry in entries {
            if let exchange = try Self.exchange(entry) {
                found.append((try entry.member("startedDateTime").time(), exchange))
            } else {
                skippedCount += 1
            }
        }
        let sorted = found.inOrder(of: \.at)
        let start = sorted.first?.at
        startedAt = start
        exchanges = sorted.map { item in
            let offset = start.map { item.at.sinceEpoch - $0.sinceEpoch } ?? .zero
            return SessionRecording.Exchange(item.exchange, offset: offset)
        }
    }

    /// The exchange of an entry; `nil` where no probe could have sent its request, and for what a person posted.
    private static func exchange(_ entry: JSONCursor) throws(SessionRecordingError) -> ProbeExchange? {
        let asked = try entry.member("request")
        guard let method = ProbeRequest.Method(rawValue: try asked.member("method").text()), method != .post,
            let url = try? HTTPURL(try asked.member("url").text())
        else { return nil }
        let request = ProbeRequest(url, method: method, headers: try headers(asked))
        let answer = try entry.member("response")
        let status: Int = try answer.member("status").integer(-1...999)
        let outcome: Result<ProbeResponse, ProbeFailure>
        if status >= 100 {
            var response = ProbeResponse(status: status, headers: try headers(answer))
            if let content = try answer.optional("content"), let text = try content.optional("text") {
                let isBase64 = try content.optional("encoding")?.text() == "base64"
                response.body = isBase64 ? try text.named("Base64") { Base64.decoded($0) } : Array(try text.text().utf8)
            }
            outcome = .success(response)
        } else {
            let words = try answer.optional("_error").flatMap { try? $0.text() } ?? ""
            outcome = .failure(ProbeFailure(failureKind(words), detail: words))
        }
        return ProbeExchange(
            request: request,
            outcome: outcome,
            remoteAddress: try entry.optional("serverIPAddress").flatMap { cursor in
                (try? cursor.text()).flatMap { IPAddress($0.filter { $0 != "[" && $0 != "]" }) }
            },
            timings: try timings(entry)
        )
    }

    private static func headers(_ message: JSONCursor) throws(SessionRecordingError) -> HeaderFields {
        var fields: [HeaderFields.Field] = []
        for field in try message.optional("headers")?.elements() ?? [] {
            let name = try field.member("name").text()
            // What begins with a colon is no field, but a part of the head of HTTP/2.
            guard !name.hasPrefix(":") else { continue }
            fields.append(HeaderFields.Field(name: name, value: try field.member("value").text()))
        }
        return HeaderFields(fields)
    }

    /// What the words of a browser mean; they are those of Chromium's net_error_list.h.
    private static func failureKind(_ words: String) -> ProbeFailure.Kind {
        let known: [(String, ProbeFailure.Kind)] = [
            ("NAME_NOT_RESOLVED", .nameLookup), ("CONNECTION_REFUSED", .connectionRefused),
            ("CONNECTION_RESET", .connectionReset), ("CONNECTION_TIMED_OUT", .timedOut(.connect)),
            ("TIMED_OUT", .timedOut(.response)), ("EMPTY_RESPONSE", .emptyReply),
            ("CERT_DATE_INVALID", .tls(.expired)), ("CERT_AUTHORITY_INVALID", .tls(.unknownAuthority)),
            ("CERT_COMMON_NAME_INVALID", .tls(.wrongHost)), ("CERT_", .tls(.certificate)), ("SSL_", .tls(.protocol)),
            ("ADDRESS_UNREACHABLE", .unreachable), ("INTERNET_DISCONNECTED", .unreachable),
            ("NETWORK_CHANGED", .unreachable), ("ABORTED", .cancelled),
        ]
        // Our own archives have our own names.
        return ProbeFailure.Kind(name: words) ?? known.first { words.contains($0.0) }?.1 ?? .other(code: 0)
    }

    /// The phases, in milliseconds, of which -1 means that there was none.
    private static func timings(_ entry: JSONCursor) throws(SessionRecordingError) -> ProbeTimings {
        func milliseconds(_ cursor: JSONCursor?) -> Duration? {
            guard case .number(let digits)? = cursor?.node.value, let number = Double(digits), number >= 0 else {
                return nil
            }
            return Duration(writtenSeconds: (number * 1000).rounded() / 1_000_000)
        }
        let phases = try entry.optional("timings")
        let tls = milliseconds(try phases?.optional("ssl"))
        return ProbeTimings(
            nameLookup: milliseconds(try phases?.optional("dns")),
            // The handshake is a part of the connection there.
            connect: milliseconds(try phases?.optional("connect")).map { max(.zero, $0 - (tls ?? .zero)) },
            tls: tls,
            response: milliseconds(try phases?.optional("wait")),
            total: milliseconds(try entry.optional("time")) ?? .zero
        )
    }
}
