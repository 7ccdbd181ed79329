#if os(Linux)
internal import ConnectivityCore
internal import ConnectivitySupport

/// A way to ask the kernel and to read what it answers: a socket, or what was recorded of one.
protocol KernelChannel: ~Copyable {
    /// Sends a request.
    func send(_ request: [UInt8]) throws(NetlinkError)
    /// Waits until there is something to read, for a time at most.
    func wait(atMost limit: Duration?, unless stop: StopSignal?) throws(NetlinkError) -> NetlinkSocket.Wakening
    /// Reads one datagram into a buffer, which grows to its size.
    func receive(into buffer: inout [UInt8]) throws(NetlinkError) -> NetlinkSocket.Reading
    /// The address that a socket would send to another one from, as the kernel chooses; `nil` where it has no way there.
    func source(for destination: IPAddress) -> IPAddress?
}

extension NetlinkSocket: KernelChannel {
    func source(for destination: IPAddress) -> IPAddress? { SourceAddress.chosen(for: destination) }
}
#endif
