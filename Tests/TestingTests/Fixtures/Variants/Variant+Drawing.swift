import ConnectivityCore

@testable import ConnectivityFixtures

extension Variant {
    /// The share of variants in which an axis has a value other than the default, in percent.
    private static let shares: [Axis: Int] = [.form: 92, .endpoint: 65, .language: 50, .page: 30]
    private static let usualShare = 16

    /// Draws variants of a portal, by default one with an example URL.
    ///
    /// The count is not negative. The seed determines all draws. Some variants can be equal.
    static func portals(of signInURL: HTTPURL? = nil, count: Int, seed: UInt64) -> [Variant] {
        let changes = signInURL.map { [Change(axis: .signIn, value: $0.description)] } ?? []
        return drawn(.portal, changes, count: count, seed: seed)
    }

    /// Draws variants of filters, proxies and parked names, as ``portals(of:count:seed:)`` does.
    static func filters(count: Int, seed: UInt64) -> [Variant] { drawn(.filter, [], count: count, seed: seed) }

    /// Draws variants of the answers of endpoints, as ``portals(of:count:seed:)`` does.
    static func genuine(count: Int, seed: UInt64) -> [Variant] { drawn(.genuine, [], count: count, seed: seed) }

    fileprivate static func drawn(_ base: Base, _ changes: [Change], count: Int, seed: UInt64) -> [Variant] {
        (0..<count).map { number in
            // The multiplier keeps the sequences of neighbouring seeds and numbers apart.
            var draws = SplitMix64(seed: (seed &* 0xD134_2543_DE82_EF95) ^ UInt64(number))
            return Variant(base, changes, &draws)
        }
    }

    private init(_ base: Base, _ fixed: [Change], _ draws: inout SplitMix64) {
        var drawn = Variant(base, fixed)
        // The form and the endpoint determine the other axes.
        for axis in [Axis.form, .endpoint] + Axis.allCases.filter({ $0 != .form && $0 != .endpoint }) {
            let values = axis.values(for: base)
            let isUnusual = draws.next(below: 100) < Self.shares[axis] ?? Self.usualShare
            let number = draws.next(below: max(1, values.count))
            guard isUnusual, !values.isEmpty, axis.applies(to: base, form: drawn.form, endpoint: drawn.asked) else {
                continue
            }
            let next = Variant(base, drawn.changes + [Change(axis: axis, value: values[number])])
            if next.isMade { drawn = next }
        }
        let changes = drawn.changes
        self.init(base, Axis.allCases.compactMap { axis in changes.first { $0.axis == axis } })
    }
}

extension PortalFixture {
    /// Draws variants of this answer: other header fields, transfers of the body, times and addresses.
    ///
    /// The page stays unchanged. The count is not negative. The seed determines all draws. Some variants can be equal.
    func variants(count: Int, seed: UInt64) -> [Variant] {
        // The draws of two recordings differ.
        let number = name.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) }
        return Variant.drawn(.recorded(self), [], count: count, seed: number)
    }
}
