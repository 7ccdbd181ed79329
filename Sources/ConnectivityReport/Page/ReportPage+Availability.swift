import ConnectivityCore
import ConnectivityText

extension ReportPage {
    /// The most outages that one table lists; the text says how many there are.
    private static let outageCountMax = 300
    /// The maximum number of days with a separate row.
    private static let dayCountMax = 400

    func availabilitySections(_ availability: Availability) -> [Section] {
        var sections = [Section("timeline", "Access over time") { timeline(availability, &$0) }]
        if availability.paths.contains(where: { !$0.outages.isEmpty }) {
            sections.append(Section("outages", "Outages") { outages(availability, &$0) })
        }
        let days = availability.days.suffix(Self.dayCountMax)
        if days.count > 2 { sections.append(Section("days", "Day by day") { self.days(Array(days), &$0) }) }
        return sections
    }

    // MARK: Time line

    private func timeline(_ availability: Availability, _ html: inout HTML) {
        let length = (availability.to.sinceEpoch - availability.from.sinceEpoch).forPeople
        html.element(
            "p",
            text:
                "From \(availability.from.forPeople) through \(availability.to.forPeople) UTC, \(length). Each bar shows "
                + "the worst state in each thousandth of this time."
        )
        let used = Set(availability.paths.flatMap(\.spans).map(\.state))
        html.element("ul", ["class": "legend", "aria-label": "Colours of the bars"]) { html in
            for state in AccessSpan.State.allCases where used.contains(state) {
                html.element("li") { html in
                    html.element("span", ["class": "key \(state.rawValue)", "aria-hidden": "true"]) { _ in }
                    html.add(state.rawValue)
                }
            }
        }
        for path in availability.paths {
            html.element("figure") { html in
                html.element("figcaption") { html in
                    html.element("strong", text: path.title)
                    if let share = path.share {
                        html.add(" online \(share.percent) of \(path.observed.forPeople) observed")
                    }
                }
                bar(path, availability, &html)
                html.element("div", ["class": "axis", "aria-hidden": "true"]) { html in
                    for tick in availability.ticks { html.element("span", text: tick) }
                }
            }
            html.line()
        }
        html.table(
            "Time in each state",
            ["Path", "Available", "Observed", "Outages"]
                + AccessSpan.State.allCases.filter(used.contains).map(\.rawValue)
        ) { html in
            for path in availability.paths {
                let times = AccessSpan.State.allCases.filter(used.contains).map { path.time($0).forPeople }
                html.row(
                    path.title,
                    [path.share?.percent ?? "unknown", path.observed.forPeople, "\(path.outages.count)"] + times
                )
            }
        }
    }

    private func bar(_ path: Availability.Path, _ availability: Availability, _ html: inout HTML) {
        let states = AccessSpan.State.allCases.filter { path.time($0) > .zero }
        let words = states.map { "\($0.rawValue) for \(path.time($0).forPeople)" }.joined(separator: ", ")
        html.element(
            "svg",
            [
                "class": "bar", "viewBox": "0 0 1000 40", "preserveAspectRatio": "none", "role": "img",
                "aria-label": "\(path.title): \(words.isEmpty ? "nothing" : words)",
            ]
        ) { html in
            for run in path.columns(1000, from: availability.from, to: availability.to) {
                // A good state is lower, so that the colours are not the only difference.
                let height = run.state.isOutage ? 40 : run.state == .online ? 26 : 12
                html.element(
                    "rect",
                    [
                        "class": run.state.rawValue, "x": "\(run.columns.lowerBound)", "y": "\(40 - height)",
                        "width": "\(run.columns.count)", "height": "\(height)",
                    ]
                ) { _ in }
            }
        }
    }

    // MARK: Outages

    private func outages(_ availability: Availability, _ html: inout HTML) {
        for path in availability.paths where !path.outages.isEmpty {
            let shown = path.outages.suffix(Self.outageCountMax)
            let count = path.outages.count
            let more = shown.count < count ? ", the newest \(shown.count) of \(count)" : ""
            html.table("Outages of \(path.title)\(more)", ["Began", "Lasted", "State", "Interface", "Cause"]) { html in
                for outage in shown {
                    html.row(outage.from.forPeople) { html in
                        let end = outage.hasEnded ? "" : " or more"
                        html.element("td", ["class": "number"], text: outage.duration.forPeople + end)
                        html.badgeCell(outage.state.rawValue, outage.state.rawValue)
                        html.element("td", text: outage.interface ?? "")
                        html.element(
                            "td",
                            ["class": "why"],
                            text: outage.reason.map { sentences.sentence(for: $0) } ?? "unknown"
                        )
                    }
                }
            }
        }
    }

    // MARK: Days

    private func days(_ days: [Availability.Path], _ html: inout HTML) {
        html.table("This device, day by day (UTC)", ["Day", "Available", "Observed", "Outages", "Time of outages"]) {
            html in
            for day in days {
                let lost = day.outages.reduce(Duration.zero) { $0 + $1.duration }
                html.row(
                    day.name,
                    [day.share?.percent ?? "unknown", day.observed.forPeople, "\(day.outages.count)", lost.forPeople]
                )
            }
        }
    }
}

extension Availability.Path {
    /// The name for people.
    package var title: String { name.isEmpty ? "this device" : name }

    /// The worst state in each column of a time that is divided evenly, with equal neighbours joined.
    func columns(_ count: Int, from: Timestamp, to: Timestamp) -> [(state: AccessSpan.State, columns: Range<Int>)] {
        let whole = (to.sinceEpoch - from.sinceEpoch) / .seconds(1)
        guard whole > 0 else { return [] }
        var states = [AccessSpan.State?](repeating: nil, count: count)
        for span in spans {
            func column(_ time: Timestamp) -> Double {
                (time.sinceEpoch - from.sinceEpoch) / .seconds(1) / whole * Double(count)
            }
            let first = min(max(Int(column(span.from)), 0), count - 1)
            let last = min(max(Int(column(span.to).rounded(.up)), first + 1), count)
            for index in first..<last where states[index].map({ $0.severity < span.state.severity }) ?? true {
                states[index] = span.state
            }
        }
        var runs: [(state: AccessSpan.State, columns: Range<Int>)] = []
        for (index, state) in states.enumerated() {
            guard let state else { continue }
            if let last = runs.last, last.state == state, last.columns.upperBound == index {
                runs[runs.count - 1].columns = last.columns.lowerBound..<index + 1
            } else {
                runs.append((state, index..<index + 1))
            }
        }
        return runs
    }
}

extension AccessSpan.State {
    /// The order in which states hide one another in a bar.
    fileprivate var severity: Int {
        switch self {
        case .unobserved: 0
        case .absent: 1
        case .asleep: 2
        case .determining: 3
        case .online, .working: 4
        case .partial: 5
        case .captive: 6
        case .disconnected: 7
        case .blocked: 8
        case .unreachable, .cutOff, .failing: 9
        }
    }
}

extension Availability {
    /// The labels of the axis: the ends, and three times between them.
    fileprivate var ticks: [String] {
        let length = to.sinceEpoch - from.sinceEpoch
        return (0...4).map { part in
            let text = Timestamp(sinceEpoch: from.sinceEpoch + length * part / 4).forPeople
            // Days are enough for weeks, and times are enough for hours.
            return length > .seconds(4 * 86_400)
                ? String(text.dropFirst(5).prefix(5))
                : length > .seconds(86_400) ? String(text.dropFirst(5).prefix(11)) : String(text.suffix(8))
        }
    }

    /// The device's availability on each day of UTC, under the name of the day.
    fileprivate var days: [Path] {
        guard let machine = paths.first else { return [] }
        let day: Int64 = 86_400
        let (first, last) = (from.sinceEpoch.components.seconds / day, (to.sinceEpoch.components.seconds - 1) / day)
        guard from < to, first <= last, last - first < 4000 else { return [] }
        // Each span is looked at only on its own days.
        var rest = machine.spans[...]
        return (first...last).map { number in
            let start = max(from, Timestamp(sinceEpoch: .seconds(number * day)))
            let end = min(to, Timestamp(sinceEpoch: .seconds((number + 1) * day)))
            while let span = rest.first, span.to <= start { rest = rest.dropFirst() }
            let own = rest.prefix { $0.from < end }
            var path = Availability(own, from: start, to: end).paths[0]
            path.name = String(start.forPeople.prefix(10))
            return path
        }
    }
}
