#if Cares
internal import CCares
internal import ConnectivityCore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What name servers answered for one address family.
final class FamilyAnswer {
    let family: AddressFamily
    /// The status that c-ares ended with; `nil` while the question is open.
    var status: Int32?
    private(set) var addresses: [IPAddress] = []

    init(_ family: AddressFamily) { self.family = family }

    /// Takes what c-ares read from an answer: of however many addresses, those that go on.
    fileprivate func end(_ status: Int32, _ first: UnsafeMutablePointer<ares_addrinfo_node>?) {
        self.status = status
        var next = unsafe first
        while let node = unsafe next, addresses.count < NameLookupProber.addressCountMax / 2 {
            if let address = unsafe address(node.pointee), !addresses.contains(address) { addresses.append(address) }
            unsafe next = node.pointee.ai_next
        }
    }

    private func address(_ node: ares_addrinfo_node) -> IPAddress? {
        // Where the address lies in sockaddr_in and sockaddr_in6.
        let range = family == .ipv4 ? 4..<8 : 8..<24
        guard unsafe node.ai_family == (family == .ipv4 ? AF_INET : AF_INET6),
            unsafe Int(node.ai_addrlen) >= range.upperBound, let start = unsafe node.ai_addr
        else { return nil }
        return unsafe IPAddress(bytes: UnsafeRawBufferPointer(start: start, count: range.upperBound)[range])
    }
}

/// Called once for each question, at the latest when its channel ends.
func receiveAnswer(
    _ context: UnsafeMutableRawPointer?,
    _ status: Int32,
    _ timeouts: Int32,
    _ result: UnsafeMutablePointer<ares_addrinfo>?
) {
    defer { if unsafe result != nil { unsafe ares_freeaddrinfo(result) } }
    guard let context = unsafe context else { return }
    let answer = unsafe Unmanaged<FamilyAnswer>.fromOpaque(context).takeUnretainedValue()
    unsafe answer.end(status, result?.pointee.nodes)
}
#endif
