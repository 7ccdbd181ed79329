import ConnectivityCore
import ConnectivityOutages
import ConnectivityText

extension ReportPage {
    /// Adds the legend of the bars' shapes and colours.
    func legend(_ paths: [Availability.Path], _ html: inout HTML) {
        let used = Set(paths.flatMap(\.spans).map(\.state))
        html.element("ul", ["class": "legend", "aria-label": "Colours and shapes of the bars"]) { html in
            for state in AccessSpan.State.allCases where used.contains(state) {
                html.element("li") { html in
                    html.element("span", ["class": "key \(state.rawValue)", "aria-hidden": "true"]) { _ in }
                    html.add(state.rawValue)
                }
            }
        }
    }

    /// Adds the bar of a path with its axis.
    func figure(_ path: Availability.Path, _ availability: Availability, _ html: inout HTML) {
        html.element("figure") { html in
            html.element("figcaption") { html in
                html.element("strong", text: path.title)
                if let share = path.share {
                    let term = path.isService ? "working" : "online"
                    html.add(" \(term) \(share.percent) of \(path.observed.forPeople) observed")
                }
            }
            bar(path, availability, &html)
            html.element("div", ["class": "axis", "aria-hidden": "true"]) { html in
                for tick in ticks(availability) {
                    html.element("span") { html in
                        html.add(tick.time)
                        if let day = tick.day { html.element("span", ["class": "day"], text: day) }
                    }
                }
            }
        }
        html.line()
    }

    /// Adds the bar of a path, whose text alternative has the times.
    private func bar(_ path: Availability.Path, _ availability: Availability, _ html: inout HTML) {
        let states = AccessSpan.State.allCases.filter { path.time($0) > .zero }
        let terms = states.map { "\($0.rawValue) for \(path.time($0).forPeople)" }.joined(separator: ", ")
        html.element(
            "svg",
            [
                "class": "bar", "viewBox": "0 0 1000 40", "preserveAspectRatio": "none", "role": "img",
                "aria-label": "\(path.title): \(terms.isEmpty ? "nothing" : terms)",
            ]
        ) { html in
            for run in path.columns(1000, from: availability.from, to: availability.to) {
                for part in run.state.shape {
                    html.element(
                        "rect",
                        [
                            "class": run.state.rawValue, "x": "\(run.columns.lowerBound)",
                            "y": "\(part.lowerBound)", "width": "\(run.columns.count)",
                            "height": "\(part.count)",
                        ]
                    ) { _ in }
                }
            }
        }
    }

    /// The labels of the axis: the ends, and up to three times between them; a day only if it differs from the previous one.
    private func ticks(_ availability: Availability) -> [(time: String, day: String?)] {
        let (from, length) = (availability.from, availability.to.sinceEpoch - availability.from.sinceEpoch)
        var ticks: [(time: String, day: String?)] = []
        var lastDay = ""
        for part in length >= .seconds(60) ? [0, 1, 2, 3, 4] : [0, 4] {
            let text = zone.time(Timestamp(sinceEpoch: from.sinceEpoch + length * part / 4))
            let (day, time) = (String(text.dropLast(9)), String(text.suffix(8)))
            guard length <= .seconds(4 * 86_400) else {
                ticks.append((String(day.dropFirst(5)), nil))
                continue
            }
            ticks.append((length >= .seconds(600) ? String(time.prefix(5)) : time, day == lastDay ? nil : day))
            lastDay = day
        }
        return ticks
    }
}

extension AccessSpan.State {
    /// The filled parts of a bar, from the top (0) to the bottom (40); states also differ without colours.
    fileprivate var shape: [Range<Int>] {
        switch self {
        case .unreachable, .cutOff: [0..<40]
        case .captive: [0..<16, 24..<40]
        case .blocked, .failing: [0..<10, 15..<25, 30..<40]
        case .disconnected: [0..<6, 34..<40]
        case .partial: [7..<40]
        // A good state is lower.
        case .online, .working: [18..<40]
        case .determining, .asleep, .absent, .unobserved: [30..<40]
        }
    }

    /// The precedence of states in a bar.
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

extension Availability.Path {
    /// The worst state in each of the equal columns of a period, with joined equal neighbours.
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
