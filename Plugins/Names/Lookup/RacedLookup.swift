#if canImport(CCares) && os(Linux)
import ConnectivityCore

/// A lookup by the system's resolver, and after a second without an answer also by a resolver of this package.
///
/// A silent name server costs the system's resolver five seconds or more for each name (resolv.conf(5), `timeout` and
/// `attempts`), and a question for IPv6 addresses that a server drops costs the same. The first answer counts.
struct RacedLookup: Sendable {
    /// The time in which only the system is asked.
    private static let headStart = Duration.seconds(1)

    enum Outcome: Sendable {
        /// The addresses, best first, and whether another resolver than the system's found them.
        case addresses([IPAddress], isBesideSystem: Bool)
        case failure(ProbeFailure)
    }

    private enum Event: Sendable {
        case system(SystemAnswer?)
        case own(NameAnswer?)
        case timeIsUp
    }

    let name: String
    let family: IPAddress.Family?
    let limit: Duration

    /// Looks the name up; cancelling the task ends the lookup at once.
    func outcome(with resolver: NameResolver) async -> Outcome {
        await withTaskGroup(of: Event.self) { group in
            defer { group.cancelAll() }
            group.addTask { .system(await SystemLookup(name: name, family: family).answer()) }
            group.addTask { .own(await own(with: resolver)) }
            group.addTask {
                try? await Task.sleep(for: limit)
                return .timeIsUp
            }
            while let event = await group.next(), !Task.isCancelled {
                switch event {
                case .system(.addresses(let addresses)?): return .addresses(addresses, isBesideSystem: false)
                case .system(.nothing(let reason)?):
                    return .failure(ProbeFailure(.nameLookup, detail: "could not resolve \(name): \(reason)"))
                case .system(.shortage(let resource)?): return .failure(ProbeFailure(.shortage(resource)))
                case .system(nil): return .failure(ProbeFailure(.cancelled))
                case .own(let answer):
                    switch answer?.result {
                    case .success(let addresses)? where !addresses.isEmpty:
                        return .addresses(addresses, isBesideSystem: true)
                    // The system has only these servers, and will be refused as well.
                    case .failure(let failure)? where failure.isRefusalOfServers && ResolverSettings().asksServersOnly:
                        return .failure(failure.failure(through: nil))
                    // The system may know other sources, so its answer is awaited.
                    default: continue
                    }
                case .timeIsUp: return .failure(ProbeFailure(.timedOut(.nameLookup)))
                }
            }
            return .failure(ProbeFailure(.cancelled))
        }
    }

    private func own(with resolver: NameResolver) async -> NameAnswer? {
        guard limit > Self.headStart, (try? await Task.sleep(for: Self.headStart)) != nil else { return nil }
        let families: [IPAddress.Family] = family.map { [$0] } ?? [.ipv6, .ipv4]
        let lookup = ResolverSettings().lookup(of: name, families: families, limit: limit - Self.headStart)
        guard let lookup else { return nil }
        return await resolver.answer(to: lookup)
    }
}
#endif
