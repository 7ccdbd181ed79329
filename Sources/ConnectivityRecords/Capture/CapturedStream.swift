import ConnectivityCore
import ConnectivitySupport

/// One side of a connection.
struct CapturedSide: Hashable {
    var address: IPAddress
    var port: UInt16
}

/// A TCP connection of a capture.
struct CapturedStream {
    /// What one side sent.
    struct Direction {
        private var segments: [(offset: Int, bytes: [UInt8], at: Duration)] = []
        /// The number of the first byte; `nil` if nothing was sent.
        private var base: UInt32?
        private var byteCount: Int?
        private(set) var endedAt: Duration?
        private(set) var resetAt: Duration?
        fileprivate var isCut = false

        /// When this side closed or reset the connection.
        var closedAt: Duration? { resetAt.map { min($0, endedAt ?? $0) } ?? endedAt }

        fileprivate mutating func add(_ segment: CapturedSegment, at: Duration) {
            if segment.isFirst { base = segment.sequence &+ 1 }
            if segment.isReset { resetAt = resetAt ?? at }
            guard !segment.payload.isEmpty || segment.isLast else { return }
            let first = base ?? segment.sequence
            base = first
            let offset = Int(Int32(bitPattern: segment.sequence &- first)) + (segment.isFirst ? 1 : 0)
            if !segment.payload.isEmpty { segments.append((offset, segment.payload, at)) }
            guard segment.isLast else { return }
            endedAt = endedAt ?? at
            byteCount = offset + segment.payload.count
        }

        /// Puts the bytes in order; repeated bytes count once.
        func assembled() -> CapturedBytes {
            var result = CapturedBytes()
            for segment in segments.inOrder(of: \.offset) {
                let known = result.bytes.count - segment.offset
                guard known >= 0 else {
                    result.isWhole = false
                    break
                }
                guard known < segment.bytes.count else { continue }
                result.marks.append((result.bytes.count, segment.at))
                result.bytes += segment.bytes[known...]
            }
            if isCut || byteCount.map({ $0 > result.bytes.count }) == true { result.isWhole = false }
            return result
        }
    }

    /// The address and the port of each side; the client began the connection.
    let client, server: CapturedSide
    /// The hardware address of the client and its interface; `nil` if it sent nothing.
    private(set) var device: (hardware: String, interface: String)?
    /// When the client began.
    let beganAt: Duration
    /// When the server accepted; `nil` if it did not.
    private(set) var openedAt: Duration?
    /// The number of times that the client began.
    private(set) var beginCount = 0
    /// The report that no packet is delivered to the server.
    var undeliverable: (at: Duration, isPortClosed: Bool)?
    private(set) var sent = Direction()
    private(set) var received = Direction()

    /// Begins with the first packet of a connection.
    init(_ packet: CapturedPacket, _ segment: CapturedSegment) {
        let source = CapturedSide(address: packet.source, port: segment.from)
        let destination = CapturedSide(address: packet.destination, port: segment.to)
        // If the beginning was not captured, servers have the lower ports.
        let isFromClient = segment.isFirst ? !segment.acknowledges : segment.from > segment.to
        (client, server) = isFromClient ? (source, destination) : (destination, source)
        beganAt = packet.at
        if !segment.isFirst { openedAt = packet.at }
        add(packet, segment)
    }

    mutating func add(_ packet: CapturedPacket, _ segment: CapturedSegment) {
        let isFromClient = packet.source == client.address && segment.from == client.port
        if segment.isFirst, isFromClient { beginCount += 1 }
        if segment.isFirst, !isFromClient { openedAt = openedAt ?? packet.at }
        if isFromClient {
            device = device ?? (packet.hardware, packet.interface)
            sent.add(segment, at: packet.at)
            sent.isCut = sent.isCut || packet.isCut
        } else {
            received.add(segment, at: packet.at)
            received.isCut = received.isCut || packet.isCut
        }
    }
}

/// Bytes in order, with the times at which they came.
struct CapturedBytes {
    var bytes: [UInt8] = []
    /// The indices at which segments begin, with their times.
    var marks: [(index: Int, at: Duration)] = []
    /// Whether no byte is missing.
    var isWhole = true

    /// The time of a byte; `nil` if there is no such byte.
    func time(of index: Int) -> Duration? {
        guard bytes.indices.contains(index) else { return nil }
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].index <= index { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? marks[low - 1].at : nil
    }
}
