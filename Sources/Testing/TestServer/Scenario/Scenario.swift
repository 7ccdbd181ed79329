/// A description of a hostile network: hosts, replies, faults, names, and the states of its client.
///
/// ``run(port:tokens:)`` serves it on the loopback address. A scenario file is JSON with the keys `description`,
/// `states`, `hosts` and `names`; all but `hosts` are optional. ``init(parsing:folder:)`` describes them.
package struct Scenario: Hashable, Sendable {
    /// A state of the network's only client, such as `signed-out`.
    package struct State: Hashable, Sendable {
        /// The name: 1 through 64 letters and digits of ASCII, hyphens, dots and underscores.
        package var name: String
        /// The conditions that end the state without a reply; at most one of each kind.
        package var transitions: [Transition]
        /// The fault of the replies in this state; the fault of a host or a reply replaces it.
        package var fault: TestServer.Fault?
        /// Whether only ``RunningScenario/change(to:)`` leads to the state, so that it needs no transition.
        package var isSetByHand: Bool

        package init(
            _ name: String,
            transitions: [Transition] = [],
            fault: TestServer.Fault? = nil,
            isSetByHand: Bool = false
        ) {
            self.name = name
            self.transitions = transitions
            self.fault = fault
            self.isSetByHand = isSetByHand
        }
    }

    /// A change of the state that follows from its use.
    package struct Transition: Hashable, Sendable {
        /// A condition that ends the state.
        package enum Condition: Hashable, Sendable {
            /// The time since the client entered the state; at least 10 ms.
            case after(Duration)
            /// The number of requests that are answered in the state; at least 1.
            case requests(Int)
            /// The number of bytes of the bodies that are sent in the state; at least 1.
            ///
            /// The reply that reaches the number is still sent whole. Faults do not change the count.
            case bytes(Int)
        }

        /// The condition that ends the state.
        package var condition: Condition
        package var leadsTo: String

        package init(_ condition: Condition, leadsTo state: String) {
            self.condition = condition
            leadsTo = state
        }
    }

    /// A host of the network, which answers for a name.
    package struct Host: Hashable, Sendable {
        /// The certificate that a TLS client receives; `nil` has the effect of ``TestServer/Security/Certificate/broken``.
        package var tls: TestServer.Security.Certificate?
        /// The fault of the replies that do not state one; it replaces the whole fault of the state.
        package var fault: TestServer.Fault?
        /// The replies; the first matching one is sent.
        package var replies: [Reply] = []
    }

    /// A response and a condition for the requests that it answers.
    package struct Reply: Hashable, Sendable {
        /// The path without the query, or a prefix followed by `*`; `nil` for every path.
        package var path: String?
        /// The method; `nil` for every method.
        package var method: String?
        /// The names of the states; `nil` for every state.
        package var when: [String]?
        /// The fields that the query and the form in the body must have together, by name; further fields are permitted.
        ///
        /// The value `*` matches any text that is not empty; other values are templates. A body is a form if its type is
        /// `application/x-www-form-urlencoded`.
        var form: [String: Template]?
        /// The state after the reply; `nil` leaves the state unchanged.
        ///
        /// The name of the current state resets its time and counts.
        package var leadsTo: String?
        package var message: Message
        /// The fault of the reply; it replaces the whole fault of the host and of the state.
        package var fault: TestServer.Fault?

        /// Creates a reply to every request.
        package init(_ message: Message) { self.message = message }
    }

    /// A text about the network, for people.
    package var description: String?
    /// The states; the first is the initial state of the client.
    package var states: [State]
    /// The hosts by name: a full name, `*.` and a suffix, or `*`.
    ///
    /// The first matching reply is sent. The host with the most specific matching name is tried first, then the other
    /// matching hosts: the full name, the suffixes, the longest first, and `*`. If no reply matches, the response is 404.
    package var hosts: [String: Host]
    /// The rules of the name server.
    ///
    /// A name that matches no rule but matches a host has the address 127.0.0.1. Other names do not exist.
    package var names: [NameRule]

    /// Creates a scenario of at least one state, unchecked; a state that does not exist is never entered.
    package init(
        description: String? = nil,
        states: [State] = [State("start")],
        hosts: [String: Host],
        names: [NameRule] = []
    ) {
        precondition(!states.isEmpty, "a scenario has at least one state")
        self.description = description
        self.states = states
        self.hosts = hosts
        self.names = names
    }
}
