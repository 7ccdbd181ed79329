#if canImport(CCares)
import ConnectivityCore

/// Resolves names: asks for each family, and asks another server if one could not resolve the name.
///
/// If an interface has no name servers, those of the system are asked through it, for half of the time.
package struct NameResolver: Sendable {
    /// The maximum time to wait for the other family (RFC 8305, section 3).
    private static let resolutionDelay = Duration.milliseconds(50)
    /// The maximum time to wait for the other family if no server can be reached.
    ///
    /// The rate of such reports is limited, so one report may have to suffice for both.
    private static let refusalDelay = Duration.milliseconds(500)

    private enum Event: Sendable {
        case answered(IPAddress.Family, Result<[IPAddress], NameLookupFailure>, [ProbeExchange.Caveat])
        case delayPassed
    }

    private let driver: CaresDriver

    package init(_ driver: CaresDriver) { self.driver = driver }

    /// Looks a name up; cancelling the task ends the lookup at once.
    package func answer(to lookup: NameLookup) async -> NameAnswer {
        guard let name = DNSName(lookup.name), name != .root else {
            return NameAnswer(result: .failure(NameLookupFailure(cause: .badName)))
        }
        if let result = Self.known(name, lookup.families) { return NameAnswer(result: result) }
        let deadline = ContinuousClock.now + lookup.limit
        return await withTaskGroup(of: Event.self) { group in
            for family in lookup.families {
                group.addTask { await ask(for: family, of: name, lookup, until: deadline) }
            }
            var caveats: [ProbeExchange.Caveat] = []
            var results: [IPAddress.Family: Result<[IPAddress], NameLookupFailure>] = [:]
            var isEnding = false
            while let event = await group.next() {
                guard case .answered(let family, let result, let found) = event else { break }
                results[family] = result
                caveats = found
                if results.count == lookup.families.count { break }
                if !isEnding, let delay = Self.delay(after: result) {
                    isEnding = true
                    group.addTask {
                        try? await Task.sleep(for: delay)
                        return .delayPassed
                    }
                }
            }
            group.cancelAll()
            return NameAnswer(result: Self.joined(lookup.families.compactMap { results[$0] }), caveats: caveats)
        }
    }

    /// Returns how long to wait for the other family after a result; `nil` for its own limit.
    private static func delay(after result: Result<[IPAddress], NameLookupFailure>) -> Duration? {
        switch result {
        case .success(let addresses): addresses.isEmpty ? nil : resolutionDelay
        case .failure(let failure): failure.isRefusalOfServers ? refusalDelay : nil
        }
    }

    /// Asks for one family, one server after the other until one gives a definite answer.
    private func ask(
        for family: IPAddress.Family,
        of name: DNSName,
        _ lookup: NameLookup,
        until deadline: ContinuousClock.Instant
    ) async -> Event {
        let question = DNSQuery.Question(name, family == .ipv4 ? .a : .aaaa)
        var servers = lookup.servers.map { NameServer($0) }
        var caveats: [ProbeExchange.Caveat]?
        var failures: [NameLookupFailure] = []
        let end = lookup.asksSystemServers ? deadline - lookup.limit / 2 : deadline
        while true {
            let request = NameExchangeRequest(
                question,
                servers: servers,
                interface: lookup.interface,
                deadline: end
            )
            let exchange = await driver.exchange(request)
            caveats = caveats ?? exchange.caveats
            switch exchange.outcome {
            case .success(let reply):
                let addresses = reply.code == .noError ? reply.addresses(family) : []
                if !addresses.isEmpty {
                    let some = Array(addresses.prefix(NameLookupProber.addressCountMax / 2))
                    return .answered(family, .success(some), caveats ?? [])
                }
                failures.append(NameLookupFailure(reply, in: exchange))
            case .failure(.noServer):
                // Earlier answers of other servers count.
                if failures.isEmpty { return .answered(family, .success([]), []) }
            case .failure(let failure):
                failures.append(NameLookupFailure(.noReply(failure), in: exchange))
            }
            servers = exchange.asked.filter { $0 != exchange.server }
            guard exchange.isWorthAnotherServer, !servers.isEmpty, ContinuousClock.now < end else {
                return .answered(family, Self.joined(failures.map { .failure($0) }), caveats ?? [])
            }
        }
    }

    /// Returns the results that are defined without a question: RFC 6761, section 6.3, and RFC 7686, section 2.
    private static func known(
        _ name: DNSName,
        _ families: [IPAddress.Family]
    ) -> Result<[IPAddress], NameLookupFailure>? {
        switch name.labels.last.flatMap({ DNSName(labels: [$0]) }) {
        case DNSName(checked: [Array("localhost".utf8)]):
            .success(families.map { $0 == .ipv6 ? "::1" : "127.0.0.1" })
        case DNSName(checked: [Array("onion".utf8)]): .failure(NameLookupFailure(cause: .noSuchName))
        default: nil
        }
    }

    /// Returns all addresses, or the most informative failure if no address was found.
    private static func joined(
        _ results: [Result<[IPAddress], NameLookupFailure>]
    ) -> Result<[IPAddress], NameLookupFailure> {
        var addresses: [IPAddress] = []
        var failures: [NameLookupFailure] = []
        for result in results {
            switch result {
            case .success(let some): addresses += some
            case .failure(let failure): failures.append(failure)
            }
        }
        guard addresses.isEmpty, let failure = failures.min(by: { $0.rank < $1.rank }) else {
            return .success(addresses)
        }
        return .failure(failure)
    }
}

extension NameExchange {
    /// Whether another server may resolve the name.
    fileprivate var isWorthAnotherServer: Bool {
        switch outcome {
        case .success(let reply): reply.code != .noError && reply.code != .noSuchName
        case .failure(.malformed): server != nil
        case .failure: false
        }
    }
}
#endif
