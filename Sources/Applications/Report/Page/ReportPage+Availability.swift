import ConnectivityCore
import ConnectivityOutages
import ConnectivityText

extension ReportPage {
    /// The maximum number of outages in a table; a text states their total.
    private static let outageCountMax = 300
    private static let dayCountMax = 400

    /// The parts of the page, in order.
    var sections: [Section] {
        let availability = machine.availability
        let (paths, services) = machine.others
        let network = [machine.network] + paths
        var sections = [Section("timeline", "Access over time") { timeline(network, availability, &$0) }]
        if network.contains(where: { !$0.outages.isEmpty }) {
            sections.append(Section("outages", "Outages") { outages(network, &$0) })
        }
        if !services.isEmpty {
            sections.append(
                Section("services", "Services") { html in
                    timeline(services, availability, &html)
                    outages(services, &html)
                }
            )
        }
        let days = days(availability).suffix(Self.dayCountMax)
        if days.count > 2 { sections.append(Section("days", "Day by day") { self.days(Array(days), &$0) }) }
        let quality = machine.qualityRows(in: zone)
        if !quality.isEmpty {
            sections.append(
                Section("quality", "Quality") { html in
                    html.table("Quality of the access on each day", MachineReport.qualityColumns.map(\.withCapital)) {
                        html in
                        for row in quality.suffix(Self.dayCountMax) { html.row(row.day, row.cells) }
                    }
                }
            )
        }
        return sections
    }

    // MARK: Time line

    private func timeline(_ paths: [Availability.Path], _ availability: Availability, _ html: inout HTML) {
        html.element(
            "p",
            ["class": "small"],
            text: "Each bar shows the worst state within each thousandth of the period. Times are in "
                + "\(zone.name(at: availability.to))."
        )
        legend(paths, &html)
        for path in paths { figure(path, availability, &html) }
        let kind = paths.first?.isService == true ? "Service" : "Path"
        let numbers = ["Available", "Observed", "Outages", "Lost", "Longest"]
        html.table("Availability per \(kind.lowercased())", [kind] + numbers) { html in
            for path in paths { html.row(path.title, path.numbers) }
        }
        let used = AccessSpan.State.allCases.filter { state in paths.contains { $0.time(state) > .zero } }
        html.element("details") { html in
            html.element("summary", text: "Time in each state")
            let columns = [kind] + used.map(\.rawValue.withCapital)
            html.table("Time in each state per \(kind.lowercased())", columns) { html in
                for path in paths { html.row(path.title, used.map { path.time($0).forPeople }) }
            }
        }
        html.line()
    }

    // MARK: Outages

    /// Adds a table of outages for each path with outages.
    private func outages(_ paths: [Availability.Path], _ html: inout HTML) {
        for path in paths where !path.outages.isEmpty {
            let shown = path.outages.suffix(Self.outageCountMax)
            let count = path.outages.count
            let more = shown.count < count ? ", the newest \(shown.count) of \(count)" : ""
            let place = path.isService ? [] : ["Interface"]
            html.table("Outages of \(path.title)\(more)", ["Began", "Lasted", "State"] + place + ["Why"]) { html in
                for outage in shown {
                    html.row(zone.time(outage.from)) { html in
                        let end = outage.hasEnded ? "" : " or more"
                        html.cell("number", outage.duration.forPeople + end)
                        html.badgeCell(outage.state.rawValue, outage.state.rawValue)
                        if !path.isService { html.cell(nil, outage.interface ?? "") }
                        html.cell("why", outage.why.map { machine.sentences.sentence(for: $0) } ?? "unknown")
                    }
                }
            }
        }
    }

    // MARK: Days

    private func days(_ days: [Availability.Path], _ html: inout HTML) {
        let columns = ["Day", "Available", "Observed", "Outages", "Lost", "Longest"]
        html.table("This device, day by day (\(zone.name(at: madeAt)))", columns) { html in
            for day in days { html.row(day.name, day.numbers) }
        }
    }

    /// The device's availability on each civil day, named by the day.
    private func days(_ availability: Availability) -> [Availability.Path] {
        let (from, to) = (availability.from, availability.to)
        guard let machine = availability.paths.first, from < to,
            to.sinceEpoch - from.sinceEpoch < .seconds(4000 * 86_400)
        else { return [] }
        var days: [Availability.Path] = []
        // Each span is examined only on its own days.
        var rest = machine.spans[...]
        var begin = zone.beginOfDay(from)
        while begin < to, days.count < 4002 {
            let next = zone.beginOfDay(begin, after: 1)
            let (start, end) = (max(from, begin), min(to, next))
            while let span = rest.first, span.to <= start { rest = rest.dropFirst() }
            let own = rest.prefix { $0.from < end }
            if start < end {
                var path = Availability(own, from: start, to: end).paths[0]
                path.name = String(zone.time(start).dropLast(9))
                days.append(path)
            }
            guard next > begin else { break }
            begin = next
        }
        return days
    }
}

extension String {
    fileprivate var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
