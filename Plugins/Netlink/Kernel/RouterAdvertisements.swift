#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit

/// Receives the advertisements of routers from the kernel.
///
/// It has a separate queue, so that a flood of advertisements does not hide interface changes. Lost ones are repeated.
struct RouterAdvertisements: ~Copyable {
    private let socket: NetlinkSocket
    private var buffer = [UInt8](repeating: 0, count: 4_096)
    var networks = AdvertisedNetworks()

    /// Opens the socket in the network namespace of the calling thread.
    /// - Throws: An error if the system has no descriptor left or no such socket.
    init() throws(LinuxError) {
        socket = try NetlinkSocket(groups: NetlinkSocket.routerOptions)
    }

    var number: Int32 { socket.number }

    /// Reads the queue, except for the rest at `end`; returns whether anything changed, apart from times.
    mutating func drain(until end: ContinuousClock.Instant) throws(LinuxError) -> Bool {
        var isDifferent = false
        repeat {
            switch try socket.receive(into: &buffer) {
            case .datagram(let count):
                for message in NetlinkMessages(buffer[..<count]) where message.type == RouterOption.messageType {
                    for option in RouterOption.all(in: message.payload) where networks.receive(option, at: .now) {
                        isDifferent = true
                    }
                }
            case .foreign, .overflow: break
            case .empty: return isDifferent
            }
        } while ContinuousClock.now < end
        return isDifferent
    }
}
#endif
