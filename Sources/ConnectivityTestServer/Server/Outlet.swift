/// Where the bytes of one reply leave, as slowly and as far as its fault lets them.
struct Outlet {
    private static let graceBeforeReset = Duration.milliseconds(50)

    private let channel: Channel
    private let drip: TestServer.Fault.Drip?
    private let cut: TestServer.Fault.Cut?
    /// How many bytes may still leave; `nil` where that is not limited, or not yet.
    private var left: Int?
    private var hasSent = false

    init(_ channel: Channel, _ fault: TestServer.Fault) {
        self.channel = channel
        drip = fault.drip
        cut = fault.cut
        if let cut, cut.of == .reply { left = cut.after }
    }

    /// Whether the reply goes on.
    func wait(_ duration: Duration) -> Bool { channel.wait(duration) }

    /// Whether the reply goes on.
    mutating func sendBody(_ bytes: [UInt8]) -> Bool {
        if let cut, cut.of == .body { left = cut.after }
        return send(bytes)
    }

    /// Whether the reply goes on.
    mutating func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes.prefix(left ?? .max)
        left? -= rest.count
        let pieceByteCount = drip?.bytes ?? .max
        while !rest.isEmpty {
            if hasSent, let drip, !channel.wait(drip.every) { return false }
            guard channel.send(Array(rest.prefix(pieceByteCount))) else { return false }
            hasSent = true
            rest = rest.dropFirst(pieceByteCount)
        }
        return left != 0
    }

    /// Ends the connection as the cut says, or in order.
    /// - Returns: That no request may follow.
    func end() -> Bool {
        if left == 0, let cut {
            switch cut.by {
            case .close: break
            case .stall: channel.stall()
            case .reset:
                // A reset overtakes what the client has received and not read yet.
                if hasSent { _ = channel.wait(Self.graceBeforeReset) }
                channel.reset()
                return false
            }
        }
        channel.close()
        return false
    }
}
