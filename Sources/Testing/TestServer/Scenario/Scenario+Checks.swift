import ConnectivityCore

extension Scenario {
    /// The limits that keep checks of a hostile file short.
    static let stateCountMax = 100
    static let replyCountMax = 500

    /// Checks that states and replies are consistent.
    /// - Throws: A ``ScenarioError`` for a state that does not exist, has two meanings, or is not reached, and for a
    ///   reply that is never sent.
    func check() throws(ScenarioError) {
        var known: [String: Int] = [:]
        for (index, state) in states.enumerated() {
            let place = ["states", "\(index)"]
            guard (1...64).contains(state.name.utf8.count), state.name.utf8.allSatisfy(\.isPartOfName) else {
                throw refusal(place + ["name"], "must be 1 through 64 letters, digits, hyphens, dots or underscores")
            }
            if let other = known.updateValue(index, forKey: state.name) {
                throw refusal(place + ["name"], "states[\(other)] has the same name; choose another one")
            }
            for (number, transition) in state.transitions.enumerated() {
                let place = place + ["transitions", "\(number)"]
                try check(transition.leadsTo, at: place + ["leadsTo"])
                if let other = state.transitions[..<number].first(where: { $0.kind == transition.kind }) {
                    let detail =
                        "the state already has a transition by \(transition.kind), to \"\(other.leadsTo)\"; remove one of the two"
                    throw refusal(place, detail)
                }
            }
        }
        for (name, host) in hosts.sortedByKey {
            let place = ["hosts", name, "replies"]
            guard host.replies.count <= Self.replyCountMax else {
                throw refusal(place, "must not have more than \(Self.replyCountMax) replies")
            }
            for (index, reply) in host.replies.enumerated() { try check(reply, host, index, at: place + ["\(index)"]) }
        }
        try checkReach()
    }

    private func check(_ state: String, at place: [String]) throws(ScenarioError) {
        guard !states.contains(where: { $0.name == state }) else { return }
        let names = states.map(\.name)
        throw refusal(place, "\"\(state.printable(limit: 64))\" is not a state; \(names.alternatives(to: state))")
    }

    private func check(_ reply: Reply, _ host: Host, _ index: Int, at place: [String]) throws(ScenarioError) {
        if let when = reply.when {
            guard !when.isEmpty else {
                throw refusal(place + ["when"], "must name a state; without the key, all are meant")
            }
            let isOne = when.count == 1
            for (number, state) in when.enumerated() {
                let place = place + ["when"] + (isOne ? [] : ["\(number)"])
                try check(state, at: place)
                guard !when[..<number].contains(state) else { throw refusal(place, "is named twice; remove one") }
            }
        }
        if let next = reply.leadsTo { try check(next, at: place + ["leadsTo"]) }
        for (number, other) in host.replies[..<index].enumerated() where other.leadsTo != reply.leadsTo {
            guard let state = reply.contradiction(with: other, among: states) else { continue }
            let effects = [other, reply].map { $0.leadsTo.map { "leads to \"\($0)\"" } ?? "leads nowhere" }
            throw refusal(
                place,
                "in the state \"\(state)\" it has the same condition as replies[\(number)], which \(effects[0]), and"
                    + " \(effects[1]); give them different conditions"
            )
        }
        if let number = host.replies[..<index].firstIndex(where: { $0.covers(reply) }) {
            throw refusal(
                place,
                "is never sent, because replies[\(number)] answers all of its requests; put it before that one"
            )
        }
    }

    /// Checks that each state can be entered.
    private func checkReach() throws(ScenarioError) {
        let replies = hosts.values.flatMap(\.replies)
        var reached: Set = [states[0].name]
        var rest = [states[0]]
        while let state = rest.popLast() {
            let targets =
                state.transitions.map(\.leadsTo)
                + replies.compactMap { $0.when?.contains(state.name) != false ? $0.leadsTo : nil }
            for next in states where targets.contains(next.name) && reached.insert(next.name).inserted {
                rest.append(next)
            }
            // Other states can follow a state that is set by hand.
            if rest.isEmpty {
                rest = states.filter { $0.isSetByHand && reached.insert($0.name).inserted }
            }
        }
        guard let index = states.firstIndex(where: { !reached.contains($0.name) }) else { return }
        throw refusal(
            ["states", "\(index)", "name"],
            "nothing leads from \"\(states[0].name)\" to \"\(states[index].name)\"; add a reply or transition with"
                + " \"leadsTo\": \"\(states[index].name)\", or \"byControl\": true to this state"
        )
    }

    private func refusal(_ place: [String], _ detail: String) -> ScenarioError {
        ScenarioError(.value(at: place, detail: detail))
    }
}

extension Scenario.Transition {
    /// The kind of the condition, as its key in a file.
    fileprivate var kind: String {
        switch condition {
        case .after: "after"
        case .requests: "requests"
        case .bytes: "bytes"
        }
    }
}

extension Scenario.Reply {
    /// Returns a state that both replies name, or both imply by naming none, if they have the same condition in it.
    fileprivate func contradiction(with other: Self, among states: [Scenario.State]) -> String? {
        guard path == other.path, method == other.method, form == other.form else { return nil }
        guard let when, let others = other.when else { return when == nil && other.when == nil ? states[0].name : nil }
        return when.first { others.contains($0) }
    }

    /// Whether this reply answers each request that another reply would answer.
    fileprivate func covers(_ other: Self) -> Bool {
        guard method == nil || method == other.method else { return false }
        if let when {
            guard let others = other.when, others.allSatisfy({ when.contains($0) }) else { return false }
        }
        if let path, path != other.path {
            guard path.hasSuffix("*"), let wanted = other.path, wanted.hasPrefix(path.dropLast()) else { return false }
        }
        return (form ?? [:]).allSatisfy { name, value in
            let wanted = other.form?[name]
            return wanted == value || value == FormFields.anyText && wanted != nil && wanted != Template(literal: [])
        }
    }
}

extension UInt8 {
    /// Whether the byte can be part of the name of a state.
    fileprivate var isPartOfName: Bool {
        isASCIIDigit || isASCIILetter || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(self)
    }
}
