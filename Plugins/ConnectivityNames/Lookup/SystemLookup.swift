#if canImport(CCares) && os(Linux)
internal import ConnectivityBlocking
internal import ConnectivityCore
internal import Glibc

/// What the system's resolver answers (getaddrinfo(3)).
enum SystemAnswer: Sendable {
    /// At least one address, in the order in which the system would use them (RFC 6724).
    case addresses([IPAddress])
    /// Nothing, with the system's words.
    case nothing(String)
    /// The program lacked what it needs to ask.
    case shortage(ProbeFailure.Resource)
}

/// A question to the system's resolver, which is asked on a separate thread, because it blocks.
struct SystemLookup: Sendable {
    let name: String
    let family: AddressFamily?

    /// Asks the system.
    ///
    /// The system's resolver cannot be stopped: if the task is cancelled, its thread ends later, and its answer is dropped.
    ///
    /// - Returns: The answer; `nil` if the task was cancelled.
    func answer() async -> SystemAnswer? {
        let (answers, mailbox) = AsyncStream.makeStream(of: SystemAnswer.self)
        do throws(DedicatedThread.Refusal) {
            try DedicatedThread.startIfPossible {
                mailbox.yield(ask())
                mailbox.finish()
            }
        } catch {
            return .shortage(.threads)
        }
        for await answer in answers { return answer }
        return nil
    }

    private func ask() -> SystemAnswer {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_family = family.map { $0 == .ipv4 ? AF_INET : AF_INET6 } ?? AF_UNSPEC
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(name, nil, &hints, &list)
        guard status == 0 else {
            if status == EAI_MEMORY { return .shortage(.memory) }
            if ProbeFailure.Resource.isShortOfDescriptors { return .shortage(.descriptors) }
            return .nothing(unsafe gai_strerror(status).map { unsafe String(cString: $0) } ?? "error \(status)")
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = unsafe list
        while let entry = unsafe next, addresses.count < NameLookupProber.addressCountMax {
            if let form = unsafe entry.pointee.ai_addr {
                let bytes = unsafe Array(UnsafeRawBufferPointer(start: form, count: Int(entry.pointee.ai_addrlen)))
                if let address = IPAddress(socketAddress: bytes[...]) { addresses.append(address) }
            }
            unsafe next = entry.pointee.ai_next
        }
        return addresses.isEmpty ? .nothing("no address") : .addresses(addresses)
    }
}
#endif
