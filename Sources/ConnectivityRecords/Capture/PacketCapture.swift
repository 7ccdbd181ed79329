package import ConnectivityCore
import ConnectivitySupport

/// What one host of a packet capture asked over HTTP, and what it got.
///
/// Capture files are read by tshark; this type reads the fields that tshark prints, puts the bytes of each connection in
/// order, and finds requests and responses in them, on any port. Requests other than GET and HEAD are skipped. Of TLS,
/// only handshakes that fail before encryption begins can be read, and of names, only that they were not found.
package struct PacketCapture {
    /// The fields that tshark prints per packet, in this order, separated by tabs, and values of one field by commas.
    package static let fields = CapturedPacket.fields
    /// A display filter for the packets that are of use.
    package static let filter = "tcp or dns or icmp or icmpv6"

    /// The time of the first exchange; `nil` without exchanges.
    package let startedAt: Timestamp?
    /// The exchanges of one host, in the order of their requests, each with its time since the first.
    package let exchanges: [SessionRecording.Exchange]
    /// What is known of the interfaces of this host.
    package let snapshot: InterfaceSnapshot
    /// What was not read, and what is assumed, as notes for people.
    package let notes: [String]

    /// Reads what tshark printed.
    /// - Parameter output: The lines, one per packet.
    package init(fields output: [UInt8]) {
        var reader = CaptureReader()
        for line in output.split(separator: 0x0A) {
            if let packet = CapturedPacket(line) { reader.add(packet) }
        }
        let all = reader.read()
        // A session is that of one host, and the capture of a router has many.
        let counts = all.reduce(into: [String: Int]()) { $0[$1.host, default: 0] += 1 }
        let host = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        let found = all.filter { $0.host == host }.inOrder(of: \.at)
        let start = found.first?.at ?? .zero
        startedAt = found.isEmpty ? nil : Timestamp(sinceEpoch: start)
        exchanges = found.map { SessionRecording.Exchange($0.exchange, offset: $0.at - start) }
        let name = found.lazy.map(\.interface).first { !$0.isEmpty }?.printable(limit: 64)
        snapshot = InterfaceSnapshot(
            [.init(named: name ?? "unknown", from: found.map(\.client))],
            nameServers: reader.nameServers(ofHost: host)
        )
        var notes: [String] = []
        func note(_ count: Int, _ one: String, _ many: String) {
            if count > 0 { notes.append("\(count) \(count == 1 ? one : many)") }
        }
        note(
            found.count { $0.isPathAssumed },
            "request failed before its path was sent; the path in its URL is assumed",
            "requests failed before their paths were sent; the paths in their URLs are assumed"
        )
        note(all.count - found.count, "request of another host was skipped", "requests of other hosts were skipped")
        note(
            reader.otherMethodCount,
            "request that no probe sends was skipped",
            "requests that no probe sends were skipped"
        )
        note(
            reader.encryptedCount,
            "connection is encrypted and was skipped",
            "connections are encrypted and were skipped"
        )
        note(
            reader.incompleteCount,
            "request was skipped, because its answer was not captured completely, or not awaited",
            "requests were skipped, because their answers were not captured completely, or not awaited"
        )
        note(reader.foreignCount, "connection has no HTTP and was skipped", "connections have no HTTP and were skipped")
        self.notes = notes
    }
}

extension NetworkInterface {
    /// An interface of which only the name and addresses are known.
    fileprivate init(named name: String, from addresses: [IPAddress]) {
        var seen: Set<IPAddress> = []
        let own = addresses.filter { seen.insert($0).inserted }.prefix(16)
        let families = AddressFamily.allCases.filter { family in own.contains { $0.family == family } }
        self.init(
            name: name,
            index: 1,
            kind: .other,
            addresses: own.map { Address($0, prefixLength: $0.family == .ipv4 ? 32 : 128) },
            defaultRoutes: families.map { DefaultRoute(family: $0, gateway: nil, metric: 0) }
        )
    }
}
