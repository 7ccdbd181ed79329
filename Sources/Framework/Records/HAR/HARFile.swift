package import ConnectivityCore
import ConnectivityToolkit

/// The requests and answers of an HTTP Archive (HAR), version 1.2, as browsers and proxies write it.
///
/// A request without a response has a failure, and so has a response whose body did not arrive. Bodies are as in the archive, which
/// stores them decoded.
package struct HARFile: Sendable {
    private static let entryCountMax = 20_000
    /// The maximum time between an entry and the one in the middle: an odd time would make a session that is too long.
    private static let distanceMax = Duration.seconds(366 * 86_400)
    fileprivate static let timeMax = Duration.seconds(3600)

    /// A request over `http` or `https` by GET, HEAD or POST, and its outcome.
    struct Entry: Sendable {
        var at: Timestamp
        var request: HTTPQuestion
        /// The content type of the body of the request, as written.
        var contentType: String?
        var outcome: Result<ProbeResponse, ProbeFailure>
        var remoteAddress: IPAddress?
        var timings: ProbeExchange.Timings
    }

    /// The entries in the order of their requests.
    let entries: [Entry]
    /// The number of requests of other methods and schemes, and of POST.
    package let skippedCount: Int
    /// Why entries were left out, each with its place.
    package let faults: [SessionRecordingError]

    /// Reads an archive of at most 128 MiB and 20,000 entries; unknown members are ignored, as the specification requires.
    ///
    /// - Throws: Also if no entry can be read, the fault of the first.
    package init(parsing bytes: [UInt8]) throws(SessionRecordingError) {
        let root = try JSON(file: bytes, isTolerant: true)
        let archive: Archive = try root.read(strictly: false)
        guard archive.log.entries.count <= Self.entryCountMax else {
            throw root.fault(["log", "entries"], .value("has more than \(Self.entryCountMax) elements"))
        }
        var found: [(index: Int, entry: Entry)] = []
        var faults: [SessionRecordingError] = []
        for (index, json) in archive.log.entries.enumerated() {
            do throws(SessionRecordingError) {
                let written: WrittenEntry = try json.read(strictly: false)
                if let entry = written.entry { found.append((index, entry)) }
            } catch {
                var fault = error
                fault.path = ["log", "entries", "\(index)"] + fault.path
                faults.append(fault)
            }
        }
        let sorted = found.inOrder(of: \.entry.at)
        let middle = sorted.isEmpty ? .zero : sorted[sorted.count / 2].entry.at.sinceEpoch
        let usual = middle - Self.distanceMax...middle + Self.distanceMax
        let near = sorted.filter { usual.contains($0.entry.at.sinceEpoch) }
        let indices = Set(near.map(\.index))
        faults += found.filter { !indices.contains($0.index) }.map { item in
            let path = ["log", "entries", "\(item.index)", Name.startedDateTime.rawValue]
            return root.fault(path, .value("is more than a year away from that of other entries"))
        }
        if near.isEmpty, let first = faults.first { throw first }
        entries = near.map(\.entry)
        skippedCount = archive.log.entries.count - faults.count - entries.count { $0.request.method != .post }
        self.faults = faults
    }

    /// The time at which the first request was sent; `nil` if the archive has no usable entry.
    package var startedAt: Timestamp? { asked.first?.at }

    /// The exchanges by GET and HEAD in the order of their requests, each with its time since the first.
    package var exchanges: [SessionRecording.Exchange] {
        let start = startedAt?.sinceEpoch ?? .zero
        return asked.map { entry in
            let exchange = ProbeExchange(
                request: ProbeRequest(entry.request.url, method: entry.request.method, headers: entry.request.headers),
                outcome: entry.outcome,
                remoteAddress: entry.remoteAddress,
                timings: entry.timings
            )
            return SessionRecording.Exchange(exchange, offset: entry.at.sinceEpoch - start)
        }
    }

    private var asked: [Entry] { entries.filter { $0.request.method != .post } }

    private struct Archive: Decodable {
        var log: Log
    }

    private struct Log: Decodable {
        var entries: [JSON]
    }

    /// The names of members at all levels.
    fileprivate enum Name: String, CodingKey {
        case request, response, postData, startedDateTime, serverIPAddress, timings, time, method, url, headers, name,
            value, mimeType, params, redirectURL
        case status, content, text, encoding, size, bodySize, error = "_error", dns, connect, ssl, wait
    }

    private struct WrittenEntry: Decodable {
        var entry: Entry?

        init(from decoder: any Decoder) throws {
            let written = try decoder.container(keyedBy: Name.self)
            let asked = try written.nestedContainer(keyedBy: Name.self, forKey: .request)
            guard let method = HTTPQuestion.Method(rawValue: try asked.decode(String.self, forKey: .method)),
                let url = try? HTTPURL(try asked.decode(String.self, forKey: .url))
            else { return }
            let answer = try written.nestedContainer(keyedBy: Name.self, forKey: .response)
            let sent = try asked.sent()
            entry = Entry(
                at: try written.startedAt(),
                request: HTTPQuestion(url, method: method, headers: try asked.headers(), body: sent?.body ?? []),
                contentType: sent?.type,
                outcome: try answer.outcome(of: method),
                remoteAddress: (try? written.decode(String.self, forKey: .serverIPAddress)).flatMap { text in
                    let address = try? IPAddress(text.filter { $0 != "[" && $0 != "]" })
                    // A proxy on the device of the browser, which says nothing about who answered.
                    return address?.isLoopback == true ? nil : address
                },
                timings: try written.phases()
            )
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

/// A parameter of the body of a request.
private struct Parameter: Decodable {
    var name: String
    var value: String?
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
    /// The time of a request; one without a zone counts as UTC, since only the differences matter.
    fileprivate func startedAt() throws -> Timestamp {
        let text = try decode(String.self, forKey: .startedDateTime)
        guard let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "Z") else {
            throw fault(.startedDateTime, "is not a time such as 2026-11-21T08:30:00.250Z")
        }
        return time
    }

    /// The body of a request, and its type.
    fileprivate func sent() throws -> (type: String?, body: [UInt8])? {
        guard contains(.postData) else { return nil }
        let sent = try nestedContainer(keyedBy: HARFile.Name.self, forKey: .postData)
        var text = try sent.decodeIfPresent(String.self, forKey: .text) ?? ""
        if text.isEmpty {
            // Some browsers leave out the text if they have parsed the parameters.
            let parameters = try sent.decodeIfPresent([Parameter].self, forKey: .params) ?? []
            text = parameters.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
        }
        return (try sent.decodeIfPresent(String.self, forKey: .mimeType), Array(text.utf8))
    }

    fileprivate func outcome(of method: HTTPQuestion.Method) throws -> Result<ProbeResponse, ProbeFailure> {
        let status = try decode(Int.self, forKey: .status)
        guard (-1...999).contains(status) else {
            throw fault(.status, "must be a whole number from -1 through 999")
        }
        let words = (try? decode(String.self, forKey: .error)) ?? ""
        let failure = HARFile.failureKind(words)
        // Over an untrusted connection anybody may have answered.
        if case .tls? = failure { return .failure(ProbeFailure(failure ?? .tls(.protocol), detail: words)) }
        guard status >= 100 else {
            return .failure(ProbeFailure(failure ?? .other("har", code: 0), detail: words))
        }
        var response = ProbeResponse(status: status, headers: try headers())
        // Some tools keep the target of a redirect here alone.
        if (300...399).contains(status), response.headers["Location"] == nil,
            let target = try? decode(String.self, forKey: .redirectURL), !target.isEmpty, !target.hasControlCharacter
        {
            response.headers = HeaderFields(response.headers.fields + [.init(name: "Location", value: target)])
        }
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

    /// Whether no text is in the archive, although there was one, or fewer bytes arrived than the response announces.
    ///
    /// Browsers drop the bodies of redirects, and do not count bytes from their caches.
    private func lacksBody(_ response: ProbeResponse, in content: Self) -> Bool {
        guard response.body.isEmpty, !(300...399).contains(response.status),
            let size = try? content.decode(Int.self, forKey: .size), size >= 0
        else { return false }
        guard size == 0 else { return true }
        guard let announced = response.headers["Content-Length"].flatMap({ Int($0) }),
            let arrived = try? decode(Int.self, forKey: .bodySize)
        else { return false }
        return arrived >= 0 && arrived < announced
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
            total: min(milliseconds(.time) ?? .zero, HARFile.timeMax)
        )
    }

    private func milliseconds(_ key: HARFile.Name) -> Duration? {
        guard let number = try? decode(Double.self, forKey: key), number >= 0 else { return nil }
        return Duration(writtenSeconds: (number * 1000).rounded() / 1_000_000)
    }
}
