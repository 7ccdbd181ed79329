public import ConnectivityCore
import ConnectivityToolkit

/// A source without some of the interfaces of another one.
struct FilteredSource: InterfaceSource {
    let base: any InterfaceSource
    /// The names, with `*` at either end, and kinds of the interfaces that are reported; empty for all.
    let only: [String]
    /// The names and kinds of the interfaces that are left out, in the same form.
    let ignored: [String]

    /// Reports each snapshot without the interfaces; a change of those alone is not reported.
    func observe(_ report: @escaping @Sendable (InterfaceSnapshot) -> Void) async throws {
        let last = Lock<InterfaceSnapshot?>(nil)
        try await base.observe { snapshot in
            let rest = snapshot.filtered(only: only, ignoring: ignored)
            let isNew = last.withLock { last in
                defer { last = rest }
                return last != rest
            }
            if isNew { report(rest) }
        }
    }
}

extension InterfaceSource {
    /// Returns a source that reports only some of the interfaces of this one, as if the device did not have the others.
    ///
    /// In a configuration this is `source.filtered`; its `ignore` at the top level leaves out interfaces of any source.
    ///
    /// - Parameters:
    ///   - only: The names of the interfaces that are reported, with an optional `*` at either end, and kinds such as `wifi`; empty
    ///     for all.
    ///   - ignored: The names and kinds of those that are left out, in the same form.
    /// - Returns: The source; this one if there is nothing to leave out.
    public func filtered(only: [String] = [], ignoring ignored: [String] = []) -> any InterfaceSource {
        only.isEmpty && ignored.isEmpty ? self : FilteredSource(base: self, only: only, ignored: ignored)
    }
}
