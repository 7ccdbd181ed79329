import ConnectivityCore
import ConnectivityText

extension ReportPage {
    /// The most machines with a separate part; the table has all of them.
    private static let machineCountMax = 500

    func fleetSummary(_ machines: [MachineReport], _ html: inout HTML) {
        let present = machines.compactMap(\.newest).filter(\.isPresent)
        let outages = machines.flatMap { machine in machine.network.outages.map { (machine, $0.duration) } }
        let worst = machines.worstFirst.first { $0.network.share != nil }
        html.element("ul", ["class": "tiles", "aria-label": "Summary"]) { html in
            tile("\(present.count { $0.span.state.isAvailable }) of \(machines.count)", "online now", &html)
            if present.count < machines.count {
                tile("\(machines.count - present.count)", "not observed now", &html)
            }
            tile("\(outages.count)", outages.count == 1 ? "outage" : "outages", &html)
            if let (machine, time) = outages.max(by: { $0.1 < $1.1 }) {
                tile(time.forPeople, "longest outage, \(machine.title)", &html)
            }
            if let worst, let share = worst.network.share {
                tile(share.percent, "lowest availability, \(worst.title)", &html)
            }
        }
        if let machine = machines.first {
            list([("Period", machine.period(in: zone)), ("Time zone", zone.name(at: madeAt))], &html)
        }
    }

    /// A table of all machines, and the outages of each; the worst come first.
    func fleetSections(_ machines: [MachineReport]) -> [Section] {
        let table = Section("machines", "Machines, the least available first") { html in
            legend(machines.map(\.network), &html)
            let columns = ["Machine", "Now", "Access", "Available", "Observed", "Outages", "Lost", "Longest"]
            html.table("Machines", columns) { html in
                for (index, machine) in machines.enumerated() {
                    let hasPart = index < Self.machineCountMax && machine.hasOutages
                    html.row { html in
                        if hasPart {
                            html.element("a", ["href": "#machine-\(index)"], text: machine.title)
                        } else {
                            html.add(machine.title)
                        }
                    } _: { html in
                        html.cell { html in
                            guard let (span, isPresent) = machine.newest else {
                                return html.badge("not observed", "unobserved")
                            }
                            guard !isPresent else { return html.badge(span.state.rawValue, span.state.rawValue) }
                            html.badge("not observed", "unobserved")
                            let last = "last \(span.state.rawValue) at \(zone.text(span.to))"
                            html.element("div", ["class": "small"], text: last)
                        }
                        html.cell("fall") { bar(machine.network, machine.availability, columns: 250, &$0) }
                        for number in machine.network.numbers { html.cell("number", number) }
                    }
                }
            }
        }
        let shown = machines.enumerated().prefix(Self.machineCountMax)
        let parts = Section("outages", "Outages of each machine") { html in
            for (index, machine) in shown where machine.hasOutages {
                html.element("div", ["class": "machine", "id": "machine-\(index)"]) { html in
                    html.element("h3", text: "\(machine.title): \(machine.headline(in: zone, sentences))")
                    html.element("p", ["class": "small"], text: machine.source)
                    outages([machine.network] + machine.others.services, of: machine.title, &html)
                }
                html.line()
            }
        }
        return machines.contains(where: \.hasOutages) ? [table, parts] : [table]
    }
}

extension MachineReport {
    /// Whether the machine as a whole or a service had an outage.
    fileprivate var hasOutages: Bool { ([network] + others.services).contains { !$0.outages.isEmpty } }
}
