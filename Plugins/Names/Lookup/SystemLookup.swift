#if canImport(CCares) && os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// The answer of the system's resolver (getaddrinfo(3)).
enum SystemAnswer: Sendable {
    /// At least one address, in the order in which the system would use them (RFC 6724).
    case addresses([IPAddress])
    /// No address, with the system's message.
    case nothing(String)
    case shortage(ProbeFailure.Resource)
}

/// A question to the system's resolver, which is asked on a separate thread, because it blocks.
struct SystemLookup: Sendable {
    let name: String
    let family: IPAddress.Family?

    /// Asks the system; `nil` if the task was cancelled.
    ///
    /// The system's resolver cannot be stopped: if the task is cancelled, its thread ends later, and its answer is discarded.
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
        let family = family.map { $0 == .ipv4 ? AF_INET : AF_INET6 } ?? AF_UNSPEC
        do throws(SocketAddress.LookupFailure) {
            let found = try SocketAddress.all(of: name, family: family, countMax: NameLookupProber.addressCountMax)
            let addresses = found.compactMap(IPAddress.init)
            return addresses.isEmpty ? .nothing("no address") : .addresses(addresses)
        } catch {
            if error.status == EAI_MEMORY { return .shortage(.memory) }
            if ProbeFailure.Resource.isShortOfDescriptors { return .shortage(.descriptors) }
            return .nothing("\(error)")
        }
    }
}
#endif
