#if os(Linux)
import ConnectivityCore

/// What the kernel's numbers show of the traffic over each interface in a short time.
struct TrafficSample {
    /// How often a segment is sent again before a connection counts as silent: about three seconds without an answer.
    private static let retransmitCountMin = 2
    /// The number of peers without an answer that are no matter of these peers alone.
    private static let silentPeerCountMin = 2
    /// The number of packets that an interface sends without receiving any before it counts as silent.
    private static let packetCountMin = 5

    private var answered: Set<String> = []
    private var silentPeers: [String: Set<IPAddress>] = [:]
    private var silentLinks: Set<String> = []

    /// Adds a connection; one of this network or of the device itself does not count.
    mutating func add(_ socket: SocketRecord, over interface: String, in period: Duration) {
        guard socket.peer.isOnPublicInternet else { return }
        if socket.retransmitCount >= Self.retransmitCountMin, socket.isOpening || socket.unacknowledgedCount > 0 {
            silentPeers[interface, default: []].insert(socket.peer)
        } else if !socket.isOpening, socket.unacknowledgedCount == 0 || socket.retransmitCount == 0 {
            let since = Duration.milliseconds(Int64(max(socket.sinceData, socket.sinceAcknowledgement)))
            if since <= period { answered.insert(interface) }
        }
    }

    /// Adds what an interface sent and received, in packets.
    ///
    /// What it received may be from this network, so it is no answer.
    mutating func add(sent: Int, received: Int, over interface: String) {
        if received == 0, sent >= Self.packetCountMin { silentLinks.insert(interface) }
    }

    /// The hints, by interface.
    var hints: [TrafficHint] {
        let silent = silentLinks.union(silentPeers.filter { $0.value.count >= Self.silentPeerCountMin }.keys)
        return answered.union(silent).sorted().map {
            .traffic(over: $0, isAnswered: answered.contains($0))
        }
    }
}
#endif
