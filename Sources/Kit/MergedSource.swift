public import ConnectivityCore
import ConnectivityToolkit

/// Several sources as one.
struct MergedSource: InterfaceSource {
    /// The sources, best first.
    let sources: [any InterfaceSource]

    /// Reports the combined facts of all sources, first when each has reported, then at each change.
    ///
    /// - Throws: The first error of any of the sources.
    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        let merging = Merging(count: sources.count)
        try await withThrowingDiscardingTaskGroup { group in
            for (place, source) in sources.enumerated() {
                group.addTask { try await source.observe { merging.store($0, from: place, report) } }
            }
        }
    }

    private final class Merging: Sendable {
        private let known: Lock<(snapshots: [InterfaceSnapshot?], last: InterfaceSnapshot?)>

        init(count: Int) { known = Lock((Array(repeating: nil, count: count), nil)) }

        /// Stores a snapshot of one source, and reports the combined snapshot if it is complete and new.
        func store(_ snapshot: InterfaceSnapshot, from place: Int, _ report: (InterfaceSnapshot) -> Void) {
            // The lock is held while reporting, so that reports stay in order.
            known.withLock { known in
                known.snapshots[place] = snapshot
                let reported = known.snapshots.compactMap(\.self)
                guard reported.count == known.snapshots.count, let first = reported.first else { return }
                let merged = reported.dropFirst().reduce(first) { $0.completed(by: $1) }
                guard merged != known.last else { return }
                known.last = merged
                report(merged)
            }
        }
    }
}

extension InterfaceSource {
    /// Returns a source that reports the interfaces of this one and those that only other sources, best first, report.
    ///
    /// If two sources report an interface of the same name, the first takes precedence, and its missing facts (the Wi-Fi
    /// network, the portal option, name servers, costs, routes that the system uses) come from the next. Nothing is
    /// reported before each source has reported once. An error of one ends all. In a configuration this is `source.merged`.
    public func merged(with others: any InterfaceSource...) -> any InterfaceSource {
        MergedSource(sources: [self] + others)
    }
}

extension InterfaceSnapshot {
    /// Returns the snapshot with the facts that only another snapshot has.
    fileprivate func completed(by other: InterfaceSnapshot) -> InterfaceSnapshot {
        var merged = self
        for index in merged.interfaces.indices {
            guard let same = other[merged.interfaces[index].name] else { continue }
            merged.interfaces[index].complete(by: same)
        }
        let names = Set(interfaces.map(\.name))
        merged.interfaces += other.interfaces.filter { !names.contains($0.name) }
        merged.interfaces.sort { ($0.index, $0.name) < ($1.index, $1.name) }
        if merged.nameServers.isEmpty { merged.nameServers = other.nameServers }
        merged.systemConnectivity = systemConnectivity ?? other.systemConnectivity
        merged.resumeCount = max(resumeCount, other.resumeCount)
        merged.isOnBattery = isOnBattery ?? other.isOnBattery
        return merged
    }
}

extension NetworkInterface {
    fileprivate mutating func complete(by other: NetworkInterface) {
        driver = driver ?? other.driver
        operationalState = operationalState ?? other.operationalState
        isMetered = isMetered ?? other.isMetered
        if egress.isEmpty { egress = other.egress }
        if nameServers.isEmpty { nameServers = other.nameServers }
        wifi = wifi ?? other.wifi
        captivePortal = captivePortal ?? other.captivePortal
        provisioning += other.provisioning.filter { !provisioning.contains($0) }
        systemConnectivity = systemConnectivity ?? other.systemConnectivity
    }
}
