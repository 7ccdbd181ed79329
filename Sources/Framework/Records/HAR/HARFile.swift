package import ConnectivityCore
import ConnectivityToolkit

/// The exchanges of an HTTP Archive (HAR), version 1.2, as browsers and proxies write it.
///
/// Entries other than GET or HEAD of an `http` or `https` URL are skipped and counted. A request without a response becomes
/// a failure, and so does a response whose body did not arrive. Bodies are as in the archive, which stores them decoded.
package struct HARFile: Hashable, Sendable {
    static let entryCountMax = 20_000

    /// The time at which the first request was sent; `nil` if the archive has no usable entry.
    package var startedAt: Timestamp?
    /// The exchanges in the order of their requests, each with its time since the first.
    package var exchanges: [SessionRecording.Exchange]
    package var skippedCount: Int

    /// Reads an archive of at most 128 MiB and 20,000 entries; unknown members are ignored, as the specification requires.
    package init(parsing bytes: [UInt8]) throws(SessionRecordingError) {
        let root = try JSON(file: bytes)
        let archive: Archive = try root.read(strictly: false)
        let entries = archive.log.entries
        guard entries.count <= Self.entryCountMax else {
            throw root.fault(["log", "entries"], .value("has more than \(Self.entryCountMax) elements"))
        }
        let found = entries.compactMap(\.sent)
        skippedCount = entries.count - found.count
        let sorted = found.inOrder(of: \.at)
        let start = sorted.first?.at
        startedAt = start
        exchanges = sorted.map { item in
            let offset = start.map { item.at.sinceEpoch - $0.sinceEpoch } ?? .zero
            return SessionRecording.Exchange(item.exchange, offset: offset)
        }
    }

    private struct Archive: Decodable {
        var log: Log
    }

    private struct Log: Decodable {
        var entries: [Entry]
    }

    /// The names of members at all levels.
    enum Name: String, CodingKey {
        case request, response, postData, startedDateTime, serverIPAddress, timings, time, method, url, headers, name,
            value
        case status, content, text, encoding, size, bodySize, error = "_error", dns, connect, ssl, wait
    }

    private struct Entry: Decodable {
        /// The exchange; `nil` if a probe cannot send its request, or if it is a POST.
        var sent: (at: Timestamp, exchange: ProbeExchange)?

        init(from decoder: any Decoder) throws {
            let entry = try decoder.container(keyedBy: Name.self)
            let asked = try entry.nestedContainer(keyedBy: Name.self, forKey: .request)
            guard let method = HTTPQuestion.Method(rawValue: try asked.decode(String.self, forKey: .method)),
                method != .post, let url = try? HTTPURL(try asked.decode(String.self, forKey: .url))
            else { return }
            let answer = try entry.nestedContainer(keyedBy: Name.self, forKey: .response)
            let address = (try? entry.decode(String.self, forKey: .serverIPAddress)).flatMap { text in
                try? IPAddress(text.filter { $0 != "[" && $0 != "]" })
            }
            let exchange = ProbeExchange(
                request: ProbeRequest(url, method: method, headers: try asked.headers()),
                outcome: try answer.outcome(of: method),
                remoteAddress: address,
                timings: try entry.phases()
            )
            sent = (try entry.decode(Timestamp.self, forKey: .startedDateTime), exchange)
        }
    }

    /// Returns the kind of failure for the error of an entry; `nil` if the error is unknown.
    ///
    /// The names in capitals are those of Chromium's net_error_list.h; the sentences are those of mitmproxy, in which
    /// numbers are those of Linux.
    fileprivate static func failureKind(_ words: String) -> ProbeFailure.Kind? {
        let known: [(String, ProbeFailure.Kind)] = [
            ("NAME_NOT_RESOLVED", .nameLookup), ("CONNECTION_REFUSED", .connectionRefused),
            ("CONNECTION_RESET", .connectionReset), ("CONNECTION_TIMED_OUT", .timedOut(.connect)),
            ("TIMED_OUT", .timedOut(.response)), ("EMPTY_RESPONSE", .emptyReply),
            ("CONTENT_LENGTH_MISMATCH", .truncated), ("INCOMPLETE_CHUNKED_ENCODING", .truncated),
            ("CERT_DATE_INVALID", .tls(.expired)), ("CERT_AUTHORITY_INVALID", .tls(.unknownAuthority)),
            ("CERT_COMMON_NAME_INVALID", .tls(.wrongHost)), ("CERT_", .tls(.certificate)), ("SSL_", .tls(.protocol)),
            ("ADDRESS_UNREACHABLE", .unreachable), ("INTERNET_DISCONNECTED", .unreachable),
            ("NETWORK_CHANGED", .unreachable), ("ABORTED", .cancelled),
            ("[Errno 111]", .connectionRefused), ("[Errno 104]", .connectionReset),
            ("[Errno 110]", .timedOut(.connect)), ("[Errno 101]", .unreachable), ("[Errno 113]", .unreachable),
            ("[Errno -2]", .nameLookup), ("[Errno -3]", .nameLookup), ("[Errno -5]", .nameLookup),
            ("erver closed connection", .emptyReply), ("connection closed", .emptyReply),
            ("nexpected server response", .malformed),
            ("certificate has expired", .tls(.expired)), ("self-signed certificate", .tls(.unknownAuthority)),
            ("local issuer certificate", .tls(.unknownAuthority)), ("ostname mismatch", .tls(.wrongHost)),
            ("IP address mismatch", .tls(.wrongHost)), ("ertificate verify failed", .tls(.certificate)),
            ("TLS", .tls(.protocol)), ("lient disconnected", .cancelled),
        ]
        return known.first { words.contains($0.0) }?.1
    }
}

/// A header field of an archive, without line ends, which would begin another field in a written recording.
private struct Field: Decodable {
    var name: String
    var value: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: HARFile.Name.self)
        name = try container.decode(String.self, forKey: .name)
        value = try container.decode(String.self, forKey: .value)
        // A name that begins with a colon is an HTTP/2 pseudo-header field, not a header field.
        guard name.hasPrefix(":") || name.isToken else { throw container.fault(.name, "is not a name of a field") }
        guard !value.hasControlCharacter else { throw container.fault(.value, "has a control character") }
    }

    var isOfHeader: Bool { !name.hasPrefix(":") }
}

extension KeyedDecodingContainer<HARFile.Name> {
    func outcome(of method: HTTPQuestion.Method) throws -> Result<ProbeResponse, ProbeFailure> {
        let status = try decode(Int.self, forKey: .status)
        guard (-1...999).contains(status) else {
            throw fault(.status, "must be a whole number from -1 through 999")
        }
        let words = (try? decode(String.self, forKey: .error)) ?? ""
        let failure = HARFile.failureKind(words)
        guard status >= 100 else {
            return .failure(ProbeFailure(failure ?? .other("har", code: 0), detail: words))
        }
        var response = ProbeResponse(status: status, headers: try headers())
        guard contains(.content) else { return .success(response) }
        let content = try nestedContainer(keyedBy: HARFile.Name.self, forKey: .content)
        if let text = try content.decodeIfPresent(String.self, forKey: .text) {
            let isBase64 = try content.decodeIfPresent(String.self, forKey: .encoding) == "base64"
            guard let body = isBase64 ? Base64.decoded(text) : content.bytes(of: text) else {
                throw content.fault(.text, "is not Base64")
            }
            response.body = body
            // The text is decoded, and not every decoded text can be distinguished from an encoded one.
            if !isBase64 {
                response.headers = HeaderFields(
                    response.headers.fields.filter { $0.name.lowercased() != "content-encoding" }
                )
            }
        }
        let isCut = failure == .truncated || method != .head && lacksBody(response, in: content)
        return isCut ? .failure(ProbeFailure(.truncated, detail: words, partialResponse: response)) : .success(response)
    }

    /// The bytes of a text: in ISO 8859-1 if only that agrees with the size, otherwise in UTF-8.
    private func bytes(of text: String) -> [UInt8] {
        let scalars = text.unicodeScalars
        guard let size = try? decode(Int.self, forKey: .size), size == scalars.count, size != text.utf8.count,
            scalars.allSatisfy({ $0.value < 0x100 })
        else { return Array(text.utf8) }
        return scalars.map { UInt8($0.value) }
    }

    /// Whether fewer bytes of the body arrived than the response announces, and no text is in the archive.
    ///
    /// Browsers drop the bodies of redirects, and do not count bytes from their caches.
    private func lacksBody(_ response: ProbeResponse, in content: Self) -> Bool {
        guard response.body.isEmpty, !(300...399).contains(response.status),
            let announced = response.headers["Content-Length"].flatMap({ Int($0) }),
            let arrived = try? decode(Int.self, forKey: .bodySize),
            let size = try? content.decode(Int.self, forKey: .size)
        else { return false }
        return (0..<announced).contains(arrived) && (0..<announced).contains(size)
    }

    fileprivate func headers() throws -> HeaderFields {
        let fields = try decodeIfPresent([Field].self, forKey: .headers) ?? []
        return HeaderFields(fields.filter(\.isOfHeader).map { .init(name: $0.name, value: $0.value) })
    }

    /// Decodes the phases of an entry, in milliseconds; -1 marks a phase that did not occur.
    fileprivate func phases() throws -> ProbeExchange.Timings {
        let phases = try? nestedContainer(keyedBy: HARFile.Name.self, forKey: .timings)
        let tls = phases?.milliseconds(.ssl)
        return ProbeExchange.Timings(
            nameLookup: phases?.milliseconds(.dns),
            // In HAR, the connect phase includes the TLS handshake; mitmproxy leaves it out.
            connect: phases?.milliseconds(.connect).map { $0 >= (tls ?? .zero) ? $0 - (tls ?? .zero) : $0 },
            tls: tls,
            response: phases?.milliseconds(.wait),
            total: milliseconds(.time) ?? .zero
        )
    }

    private func milliseconds(_ key: HARFile.Name) -> Duration? {
        guard let number = try? decode(Double.self, forKey: key), number >= 0 else { return nil }
        return Duration(writtenSeconds: (number * 1000).rounded() / 1_000_000)
    }
}
