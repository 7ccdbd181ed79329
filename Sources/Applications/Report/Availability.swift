package import ConnectivityCore
package import ConnectivityOutages

/// The availability of the Internet over each path in a period.
///
/// The times of all states of a path add up to the whole period.
package struct Availability: Hashable, Sendable {
    /// A period without a break in which the Internet or the service was not available.
    package struct Outage: Hashable, Sendable {
        package var from: Timestamp
        /// The end, or the last observed moment.
        package var to: Timestamp
        /// The state with the longest duration.
        package var state: AccessSpan.State
        package var reason: Reason?
        /// The last cause that a diagnosis found, with its certainty; `nil` without one, and for a service.
        package var cause: Reason?
        package var interface: String?
        /// Whether its end was observed; otherwise it continued, or no run was watching.
        package var hasEnded: Bool
        package var duration: Duration { to.sinceEpoch - from.sinceEpoch }
        /// The cause, or the reason without one.
        package var why: Reason? { cause ?? reason }
    }

    /// One path.
    package struct Path: Hashable, Sendable {
        /// The path, such as "eth0 over IPv4"; empty for the device as a whole.
        package var name: String
        /// The states, in order and without a gap; neighbours differ.
        package var spans: [AccessSpan]
        /// The outages, in order.
        package var outages: [Outage]

        /// Returns the total duration of a state.
        package func time(_ state: AccessSpan.State) -> Duration {
            spans.reduce(.zero) { $0 + ($1.state == state ? $1.duration : .zero) }
        }

        /// The time with a known availability.
        package var observed: Duration {
            spans.reduce(.zero) { $0 + ($1.state.counts ? $1.duration : .zero) }
        }

        /// The available share of ``observed``, from 0 to 1; `nil` if nothing was observed.
        package var share: Double? {
            observed > .zero ? (time(.online) + time(.working)) / observed : nil
        }
    }

    package var from: Timestamp
    package var to: Timestamp
    /// The paths: the device as a whole, followed by the others by name.
    package var paths: [Path]

    /// Computes the availability from states in the order of their recording; `to` is not before `from`.
    ///
    /// If two states of a path overlap, because a clock was wrong, the one that was recorded later counts. Uncovered time is
    /// unobserved.
    package init(_ spans: some Sequence<AccessSpan>, from: Timestamp, to: Timestamp) {
        precondition(from <= to, "a time must not end before it begins")
        self.from = from
        self.to = to
        var lines: [String: [AccessSpan]] = [:]
        let causes = spans.filter { $0.isCause && $0.state == .failing }
        for span in spans where !span.isCause { lines[span.path, default: []].add(span) }
        paths = lines.sortedByKey
            .map { name, line in
                let spans = line.filled(from: from, to: to)
                return Path(name: name, spans: spans, outages: spans.outages)
            }
            .filter { path in path.name.isEmpty || path.spans.contains { ![.unobserved, .absent].contains($0.state) } }
        if paths.first?.name.isEmpty != true {
            paths.insert(Path(name: "", spans: [].filled(from: from, to: to), outages: []), at: 0)
        }
        for (index, outage) in paths[0].outages.enumerated() {
            paths[0].outages[index].cause = causes.last { $0.from < outage.to && $0.to > outage.from }?.reason
        }
    }
}

extension [AccessSpan] {
    /// Adds a span, and drops the recorded time after its beginning.
    fileprivate mutating func add(_ span: AccessSpan) {
        while let last, last.to > span.from {
            if last.from < span.from {
                self[count - 1].to = span.from
            } else {
                removeLast()
            }
        }
        append(span)
    }

    /// The spans of a window, with filled gaps and joined equal neighbours; they must be in order.
    fileprivate func filled(from: Timestamp, to: Timestamp) -> [AccessSpan] {
        var line: [AccessSpan] = []
        func append(_ span: AccessSpan) {
            guard span.to > span.from else { return }
            if let last = line.last, last.state == span.state, last.reason?.code == span.reason?.code,
                last.interface == span.interface
            {
                line[line.count - 1].to = span.to
            } else {
                line.append(span)
            }
        }
        let path = first?.path ?? ""
        var end = from
        for span in self where span.to > from && span.from < to {
            var span = span
            span.from = Swift.max(span.from, from)
            span.to = Swift.min(span.to, to)
            append(AccessSpan(path: path, .unobserved, from: end, to: span.from))
            append(span)
            end = span.to
        }
        append(AccessSpan(path: path, .unobserved, from: end, to: to))
        return line
    }

    /// The outages of spans in order without a gap.
    fileprivate var outages: [Availability.Outage] {
        var outages: [Availability.Outage] = []
        var members: [AccessSpan] = []
        func close(hasEnded: Bool) {
            // A state that was not yet known belongs to an outage only in its middle.
            while members.last?.state == .determining { members.removeLast() }
            var times: [(state: AccessSpan.State, code: String?, time: Duration, first: AccessSpan)] = []
            for member in members where member.state.isOutage {
                let code = member.reason?.code
                if let index = times.firstIndex(where: { $0.state == member.state && $0.code == code }) {
                    times[index].time += member.duration
                } else {
                    times.append((member.state, code, member.duration, member))
                }
            }
            guard let first = members.first, let last = members.last,
                let main = times.max(by: { $0.time < $1.time })
            else { return }
            outages.append(
                Availability.Outage(
                    from: first.from,
                    to: last.to,
                    state: main.state,
                    reason: main.first.reason,
                    interface: main.first.interface,
                    hasEnded: hasEnded
                )
            )
            members = []
        }
        for span in self {
            switch span.state {
            case _ where span.state.isOutage: members.append(span)
            case .determining: if !members.isEmpty { members.append(span) }
            case .online, .working: close(hasEnded: true)
            default: close(hasEnded: false)
            }
        }
        close(hasEnded: false)
        return outages
    }
}
