package import ConnectivityCore

/// Asks this device for its route to an address; nothing is sent to the address.
///
/// The answer also has the state of the neighbour on the link that receives these packets, which shows without any privilege
/// whether a gateway is present. Its only fact in configurations and recordings is `to`:
///
/// ```json
/// { "question": { "kind": "route", "facts": { "to": "192.0.2.1" } }, "owner": "this device" }
/// ```
package struct RouteQuestion: TypedQuestion, Hashable {
    package static let kind: Question.Kind = "route"

    package let destination: IPAddress

    package init(to destination: IPAddress) { self.destination = destination }

    package init?(facts: Facts) {
        guard facts.sorted.allSatisfy({ $0.name == "to" }),
            let destination = facts["to"]?.text.flatMap({ try? IPAddress($0) })
        else { return nil }
        self.init(to: destination)
    }

    package var facts: Facts { ["to": .text("\(destination)")] }
}

/// The route of this device to an address.
///
/// Its facts are `isOwn`, and optionally `interface`, `gateway`, `source`, `neighbour` and `confirmed` (in seconds).
package struct RouteAnswer: TypedAnswer, Hashable {
    package static let kind = RouteQuestion.kind

    /// The state of a neighbour on the link (`NUD_` of linux/neighbour.h).
    package enum Neighbour: String, Hashable, Sendable, CaseIterable {
        /// It has answered recently.
        case reachable
        /// It has answered at some time.
        case known
        /// It is being asked for its hardware address.
        case asked
        /// It did not answer.
        case failed
        /// No host is asked on this kind of link, or the address is set by hand.
        case unasked
    }

    /// Whether the packets stay on the device, because the address is its own.
    package var isOwn = false
    /// The interface through which packets leave.
    package var interface: String?
    /// The next hop; `nil` if the address is on the link.
    package var gateway: IPAddress?
    package var source: IPAddress?
    /// The state of the neighbour that receives the packets; `nil` if the device has sent it nothing recently.
    package var neighbour: Neighbour?
    /// The time since the neighbour last proved its presence.
    package var confirmed: Duration?
}

extension RouteAnswer {
    package init?(facts: Facts) {
        guard let isOwn = facts["isOwn"]?.flag else { return nil }
        let seconds = facts["confirmed"]?.number
        self.init(
            isOwn: isOwn,
            interface: facts["interface"]?.text,
            gateway: facts["gateway"]?.text.flatMap { try? IPAddress($0) },
            source: facts["source"]?.text.flatMap { try? IPAddress($0) },
            neighbour: facts["neighbour"]?.text.flatMap(Neighbour.init(rawValue:)),
            confirmed: seconds.flatMap { (0...1e9).contains($0) ? .seconds($0) : nil }
        )
        let read = self.facts
        guard facts.sorted.allSatisfy({ read[$0.name] != nil }) else { return nil }
    }

    package var facts: Facts {
        var facts: Facts = ["isOwn": .flag(isOwn)]
        if let interface { facts["interface"] = .text(interface) }
        if let gateway { facts["gateway"] = .text("\(gateway)") }
        if let source { facts["source"] = .text("\(source)") }
        if let neighbour { facts["neighbour"] = .text(neighbour.rawValue) }
        if let confirmed { facts["confirmed"] = .number(confirmed / .seconds(1)) }
        return facts
    }
}
