import ConnectivityCore
import ConnectivitySupport

/// A source without some of the interfaces of another one.
struct IgnoringSource: InterfaceSource {
    /// The source of all interfaces.
    let base: any InterfaceSource
    /// The names, with `*` at either end, and kinds of the interfaces that are left out.
    let patterns: [String]

    /// Reports each snapshot without the interfaces; a change of those alone is not reported.
    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        let last = Mutex<InterfaceSnapshot?>(nil)
        try await base.observe { snapshot in
            let rest = snapshot.ignoring(patterns)
            let isNew = last.withLock { last in
                defer { last = rest }
                return last != rest
            }
            if isNew { report(rest) }
        }
    }
}

extension InterfaceSource {
    /// Returns a source without the interfaces that match a pattern; this one without patterns.
    func ignoring(_ patterns: [String]) -> any InterfaceSource {
        patterns.isEmpty ? self : IgnoringSource(base: self, patterns: patterns)
    }
}
