package import ConnectivityCore
import ConnectivityWire

/// The events that the option `events` of a notifier names.
package struct EventSelection: Hashable, Sendable {
    package private(set) var events: NotifierMailbox.Events
    /// The kinds of observations; `nil` for all.
    package private(set) var kinds: Set<String>?
    /// Whether the end of a run is one of the events.
    package var hasEnd = true

    init(_ events: NotifierMailbox.Events) { self.events = events }

    /// Creates a selection from names of events; every other name is a kind of observations, such as `service`.
    init(_ names: [String], of known: [LinesNotifier.Event]) {
        let named = known.filter { names.contains($0.rawValue) }
        let kinds = Set(names).subtracting(known.map(\.rawValue))
        events = NotifierMailbox.Events(named.compactMap(\.kind))
        if !kinds.isEmpty, !events.contains(.observations) {
            events.insert(.observations)
            self.kinds = kinds
        }
        hasEnd = named.contains(.ended)
    }

    /// Returns the names, as ``init(_:of:)`` reads them.
    func names(of known: [LinesNotifier.Event]) -> [String] {
        let named = known.filter { event in
            guard let kind = event.kind else { return hasEnd }
            return events.contains(kind) && (kinds == nil || kind != .observations)
        }
        return named.map(\.rawValue) + (kinds ?? []).sorted()
    }
}

extension FieldForm<[String], EventSelection> {
    /// The events that an option names.
    static func events(of known: [LinesNotifier.Event]) -> Self {
        let all = known.map(\.rawValue)
        let rule = Rule<[String]> { names in
            guard !names.isEmpty, names.count <= 100 else {
                return "must name at least one of: \(all.joined(separator: ", ")), or a kind of observations"
            }
            let unknown = names.first { !all.contains($0) && !all.suggestion(for: $0).isEmpty }
            return unknown.map { "has no event \"\($0.printable(limit: 40))\"\(all.suggestion(for: $0))" }
        }
        return Self(rule) {
            EventSelection($0, of: known)
        } write: {
            $0.names(of: known)
        }
    }
}
