import ConnectivityCore

/// Collects the packets of a capture by connections and names, and reads exchanges from them.
struct CaptureReader {
    /// An exchange of a host of the capture.
    struct Found {
        /// When the host began to ask, since the epoch.
        var at: Duration
        var exchange: ProbeExchange
        var client: IPAddress
        /// The hardware address of the host; its address if that is not known.
        var host: String
        var interface: String
        /// Whether the request was not sent, so that only its scheme, host and port are known.
        var isPathAssumed = false
    }

    /// The questions for a name, and whether there was an answer with addresses.
    private struct Lookup {
        var at: Duration
        var client: IPAddress
        var device: (hardware: String, interface: String)
        var server: IPAddress
        var endedAt: Duration?
        var code: Int?
        var isAnswered = false

        var host: String { device.hardware.isEmpty ? "\(client)" : device.hardware }
    }

    /// The maximum numbers of connections, and of names, that are read.
    private static let countMax = 20_000
    /// How long a host must have waited for an answer that did not come, so that it counts as missing.
    private static let waitMin = Duration.milliseconds(750)
    /// How long a probe would have waited; longer waits show nothing more.
    private static let waitMax = ProbeLimits().total

    private var streams: [Int: CapturedStream] = [:]
    private var lookups: [String: Lookup] = [:]
    /// The latest connection from a client to a server.
    private var latest: [[CapturedSide]: Int] = [:]
    /// The name for which a name server gave an address last.
    private var names: [IPAddress: String] = [:]
    /// The names and ports to which a connection was opened.
    private var opened: Set<String> = []
    private var lastAt = Duration.zero
    private(set) var otherMethodCount = 0
    private(set) var encryptedCount = 0
    private(set) var incompleteCount = 0
    /// The number of connections with another protocol.
    private(set) var foreignCount = 0

    mutating func add(_ packet: CapturedPacket) {
        lastAt = max(lastAt, packet.at)
        switch packet.content {
        case .segment(let segment):
            if streams[segment.stream] != nil {
                streams[segment.stream]?.add(packet, segment)
            } else if streams.count < Self.countMax {
                let stream = CapturedStream(packet, segment)
                streams[segment.stream] = stream
                latest[[stream.client, stream.server]] = segment.stream
            }
        case .undeliverable(let from, let to, let isPortClosed):
            let sides = [
                CapturedSide(address: packet.source, port: from), CapturedSide(address: packet.destination, port: to),
            ]
            if let number = latest[sides] { streams[number]?.undeliverable = (packet.at, isPortClosed) }
        case .names(let message):
            add(message, packet)
        }
    }

    private mutating func add(_ message: CapturedNames, _ packet: CapturedPacket) {
        guard message.isAnswer else {
            let device = (packet.hardware, packet.interface)
            if lookups[message.name] == nil, lookups.count < Self.countMax {
                let (client, server) = (packet.source, packet.destination)
                lookups[message.name] = Lookup(at: packet.at, client: client, device: device, server: server)
            }
            return
        }
        lookups[message.name]?.endedAt = packet.at
        if !message.addresses.isEmpty { lookups[message.name]?.isAnswered = true }
        let code = lookups[message.name]?.code ?? 0
        lookups[message.name]?.code = max(message.code, code)
        for address in message.addresses where names.count < Self.countMax {
            names[address] = message.name
        }
    }

    /// The name servers that a host asked.
    func nameServers(ofHost host: String?) -> [IPAddress] {
        let asked = lookups.values.filter { $0.host == host }.sorted { $0.at < $1.at }
        var seen: Set<IPAddress> = []
        return Array(asked.map(\.server).filter { seen.insert($0).inserted }.prefix(8))
    }

    /// Reads what is in the connections and lookups.
    mutating func read() -> [Found] {
        for stream in streams.values where stream.openedAt != nil {
            if let name = names[stream.server.address] { opened.insert("\(name):\(stream.server.port)") }
        }
        var found: [Found] = []
        for (_, stream) in streams.sorted(by: { $0.key < $1.key }) { found += read(stream) }
        for (name, lookup) in lookups.sorted(by: { $0.value.at < $1.value.at }) {
            if let failure = failure(name, lookup) { found.append(failure) }
        }
        return Array(found.prefix(Self.countMax))
    }

    // MARK: Connections

    private mutating func read(_ stream: CapturedStream) -> [Found] {
        guard stream.device != nil else { return [] }
        let sent = stream.sent.assembled()
        guard !sent.bytes.isEmpty else {
            guard stream.beginCount > 0 else { return [] }
            let scheme: HTTPURL.Scheme = stream.server.port == 443 ? .https : .http
            return [connectFailure(stream).flatMap { found(stream, scheme, $0) }].compactMap(\.self)
        }
        let received = stream.received.assembled()
        if CapturedTLS.isHandshake(sent.bytes) {
            let host = CapturedTLS.host(sent.bytes)
            guard let failure = handshakeFailure(stream, sent, received) else {
                if sent.isWhole && received.isWhole { encryptedCount += 1 } else { incompleteCount += 1 }
                return []
            }
            return [found(stream, .https, failure, host: host)].compactMap(\.self)
        }
        let requests = CapturedRequest.all(in: sent)
        guard !requests.isEmpty else {
            if sent.isWhole { foreignCount += 1 } else { incompleteCount += 1 }
            return []
        }
        return read(requests, of: stream, sent, received)
    }

    private mutating func read(
        _ requests: [CapturedRequest],
        of stream: CapturedStream,
        _ sent: CapturedBytes,
        _ received: CapturedBytes
    ) -> [Found] {
        var found: [Found] = []
        var lines = LineReader(received.bytes)
        let hasEnded = stream.received.endedAt != nil && received.isWhole
        for (number, request) in requests.enumerated() {
            let first = sent.time(of: request.range.lowerBound) ?? stream.beganAt
            let last = sent.time(of: request.range.upperBound - 1) ?? first
            let began = number == 0 ? stream.beganAt : first
            let position = lines.position
            let answeredAt = received.time(of: position)
            let outcome: Result<ProbeResponse, ProbeFailure>
            var endedAt: Duration
            switch CapturedResponse(&lines, to: request.method, hasEnded: hasEnded) {
            case .whole(let response):
                outcome = .success(response)
                endedAt = received.time(of: lines.position - 1) ?? last
            case .malformed:
                outcome = .failure(ProbeFailure(.malformed))
                endedAt = answeredAt ?? last
            case .part(let response):
                let heardAt = received.marks.last.map { max($0.at, last) } ?? last
                // A client asks again over another connection if a kept one was closed before its answer began.
                guard received.isWhole, number == 0 || answeredAt != nil,
                    let failure = failure(stream, response, hasBegun: answeredAt != nil, since: heardAt)
                else {
                    incompleteCount += 1
                    return found
                }
                outcome = .failure(failure.failure)
                endedAt = failure.at
            }
            endedAt = max(endedAt, began)
            let isLast = if case .success = outcome { false } else { true }
            guard let method = HTTPQuestion.Method(rawValue: request.method), method != .post,
                let url = request.url(at: stream.server)
            else {
                otherMethodCount += 1
                guard isLast else { continue }
                break
            }
            let timings = ProbeTimings(
                connect: number == 0 ? stream.openedAt.map { max(.zero, $0 - stream.beganAt) } : nil,
                response: answeredAt.map { max(.zero, $0 - last) },
                total: endedAt - began
            )
            let exchange = ProbeExchange(
                request: ProbeRequest(url, method: method),
                outcome: outcome.map(Answer.http),
                remoteAddress: stream.server.address,
                timings: timings
            )
            found.append(self.found(stream, began, exchange))
            if isLast { break }
        }
        return found
    }

    /// How a connection ended on which an answer is not complete; `nil` if nothing shows that it would not have come.
    private func failure(
        _ stream: CapturedStream,
        _ response: ProbeResponse?,
        hasBegun: Bool,
        since heardAt: Duration
    ) -> (failure: ProbeFailure, at: Duration)? {
        // What the server does after the client has closed shows only that the client did not wait.
        let closedAt = stream.sent.closedAt
        if let at = stream.received.resetAt, at <= closedAt ?? at {
            return (ProbeFailure(.connectionReset, partialResponse: response), at)
        }
        if let at = stream.received.endedAt, at <= closedAt ?? at {
            return (ProbeFailure(hasBegun ? .truncated : .emptyReply, partialResponse: response), at)
        }
        return missing(.timedOut(response == nil ? .response : .body), response, since: heardAt, to: closedAt)
    }

    /// The failure of an answer for which a host waited; `nil` if it did not wait long enough.
    private func missing(
        _ kind: ProbeFailure.Kind,
        _ response: ProbeResponse? = nil,
        since start: Duration,
        to end: Duration?
    ) -> (failure: ProbeFailure, at: Duration)? {
        let wait = (end ?? lastAt) - start
        guard wait >= Self.waitMin else { return nil }
        return (ProbeFailure(kind, partialResponse: response), start + min(wait, Self.waitMax))
    }

    /// How a connection failed on which nothing was sent.
    private func connectFailure(_ stream: CapturedStream) -> (failure: ProbeFailure, at: Duration)? {
        let failure: (failure: ProbeFailure, at: Duration)?
        if stream.openedAt != nil {
            failure = nil
        } else if let (at, isPortClosed) = stream.undeliverable {
            failure = (ProbeFailure(isPortClosed ? .connectionRefused : .unreachable), at)
        } else if let at = stream.received.resetAt {
            failure = (ProbeFailure(.connectionRefused), at)
        } else {
            failure = missing(.timedOut(.connect), since: stream.beganAt, to: stream.sent.closedAt)
        }
        // A host that knows another address of the name tries that one, too.
        let isAttempt = names[stream.server.address].map { opened.contains("\($0):\(stream.server.port)") } ?? false
        return isAttempt ? nil : failure
    }

    private func handshakeFailure(
        _ stream: CapturedStream,
        _ sent: CapturedBytes,
        _ received: CapturedBytes
    ) -> (failure: ProbeFailure, at: Duration)? {
        let at = received.marks.last?.at ?? sent.marks.last?.at ?? stream.beganAt
        if let fault = CapturedTLS.fault(sent: sent.bytes, received: received.bytes) {
            return (ProbeFailure(.tls(fault)), at)
        }
        guard received.bytes.isEmpty, sent.isWhole, received.isWhole else { return nil }
        if let at = stream.received.resetAt { return (ProbeFailure(.connectionReset), at) }
        if let at = stream.received.endedAt { return (ProbeFailure(.tls(.protocol)), at) }
        return missing(.timedOut(.tls), since: at, to: stream.sent.closedAt)
    }

    private func found(_ stream: CapturedStream, _ at: Duration, _ exchange: ProbeExchange) -> Found {
        let hardware = stream.device?.hardware ?? ""
        return Found(
            at: at,
            exchange: exchange,
            client: stream.client.address,
            host: hardware.isEmpty ? "\(stream.client.address)" : hardware,
            interface: stream.device?.interface ?? ""
        )
    }

    /// A request that failed before it was sent.
    private func found(
        _ stream: CapturedStream,
        _ scheme: HTTPURL.Scheme,
        _ failure: (failure: ProbeFailure, at: Duration),
        host: String? = nil
    ) -> Found? {
        let address = stream.server.address
        let host = host ?? names[address] ?? (address.family == .ipv6 ? "[\(address)]" : "\(address)")
        guard let url = Self.url(scheme, host, port: stream.server.port) else { return nil }
        let timings = ProbeTimings(
            connect: stream.openedAt.map { max(.zero, $0 - stream.beganAt) },
            total: max(.zero, failure.at - stream.beganAt)
        )
        let exchange = ProbeExchange(
            request: ProbeRequest(url),
            outcome: .failure(failure.failure),
            remoteAddress: address,
            timings: timings
        )
        var found = found(stream, stream.beganAt, exchange)
        found.isPathAssumed = true
        return found
    }

    /// The URL of the built-in endpoint at a host, because systems ask for that; otherwise the root.
    private static func url(_ scheme: HTTPURL.Scheme, _ host: String, port: UInt16?) -> HTTPURL? {
        guard let root = try? HTTPURL("\(scheme.rawValue)://\(host)\(port.map { ":\($0)" } ?? "")/") else { return nil }
        let known = Endpoint.builtIn.flatMap { [$0.url, $0.twin].compactMap(\.self) }
        return known.first { $0.scheme == scheme && $0.authority == root.authority } ?? root
    }

    // MARK: Names

    /// Why a name gave no address; `nil` if it did, or if it is of the local network.
    private func failure(_ name: String, _ lookup: Lookup) -> Found? {
        guard !lookup.isAnswered, name.contains("."), !name.hasSuffix(".arpa"), !name.hasSuffix(".local"),
            !isCompletion(name), let url = Self.url(.http, name, port: nil)
        else { return nil }
        let cause: Fact
        let end: Duration
        if let answeredAt = lookup.endedAt {
            let causes: [Int: Fact] = [0: "no-address", 2: "server-failure", 3: "no-such-name", 5: "refused"]
            (cause, end) = (causes[lookup.code ?? 0] ?? "other-code", max(answeredAt, lookup.at))
        } else {
            guard let missing = missing(.nameLookup, since: lookup.at, to: nil) else { return nil }
            (cause, end) = ("no-answer", missing.at)
        }
        let exchange = ProbeExchange(
            request: ProbeRequest(url),
            outcome: .failure(ProbeFailure(.nameLookup, facts: ["cause": cause])),
            timings: ProbeTimings(nameLookup: end - lookup.at, total: end - lookup.at)
        )
        return Found(
            at: lookup.at,
            exchange: exchange,
            client: lookup.client,
            host: lookup.host,
            interface: lookup.device.interface,
            isPathAssumed: true
        )
    }
    /// Whether a resolver has appended a domain of the network to a name that was found (resolv.conf(5)).
    private func isCompletion(_ name: String) -> Bool {
        var labels = name.split(separator: ".")
        while labels.count > 1 {
            labels.removeLast()
            if lookups[labels.joined(separator: ".")]?.isAnswered == true { return true }
        }
        return false
    }
}
