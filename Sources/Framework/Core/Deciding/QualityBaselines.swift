/// The baselines of the networks of a run, so that one that was left and is back has its own.
struct QualityBaselines: Sendable {
    /// The maximum number of networks; the one that was used longest ago is forgotten.
    static let countMax = 16

    /// What distinguishes one network from another.
    private struct Key: Hashable {
        var path: NetworkPath
        var ssid: [UInt8]?
        var gateways: Set<IPAddress>

        init(_ path: ScopedPath) {
            self.path = path.path
            ssid = path.interface.wifi?.ssid
            gateways = Set(path.interface.defaultRoutes.compactMap(\.gateway))
        }
    }

    private var known: [(key: Key, baseline: QualityRound.Medians)] = []

    /// The baseline of the network of a path; `nil` without one.
    subscript(path: ScopedPath) -> QualityRound.Medians? {
        let key = Key(path)
        return known.first { $0.key == key }?.baseline
    }

    /// Keeps the baseline of the network of a path.
    mutating func keep(_ baseline: QualityRound.Medians, of path: ScopedPath) {
        guard baseline != QualityRound.Medians() else { return }
        let key = Key(path)
        known.removeAll { $0.key == key }
        known.append((key, baseline))
        if known.count > Self.countMax { known.removeFirst() }
    }
}
