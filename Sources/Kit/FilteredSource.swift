public import ConnectivityCore
import ConnectivityToolkit

/// A source without some interfaces of another source.
struct FilteredSource: InterfaceSource {
    let base: any InterfaceSource
    /// The reported interfaces: names, with an optional `*` at either end, and kinds; empty for all.
    let only: [String]
    /// The names and kinds of the omitted interfaces, in the same form.
    let ignored: [String]

    /// Reports each snapshot without the omitted interfaces; a change of only those is not reported.
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
    /// Both lists have names, with an optional `*` at either end, and kinds such as `wifi`. An empty `only` keeps all
    /// interfaces. If there is nothing to leave out, the result is this source. In a configuration this is
    /// `source.filtered`; its `ignore` at the top level leaves out interfaces of any source.
    public func filtered(only: [String] = [], ignoring ignored: [String] = []) -> any InterfaceSource {
        only.isEmpty && ignored.isEmpty ? self : FilteredSource(base: self, only: only, ignored: ignored)
    }
}
