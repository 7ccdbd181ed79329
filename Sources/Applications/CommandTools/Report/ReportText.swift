import ConnectivityCore
import ConnectivityOutages
package import ConnectivityReport
package import ConnectivityText

/// A report as text: the answer first, then the availability per path, then the outages.
package struct ReportText {
    private let machine: MachineReport
    private let zone: CivilZone
    /// The width of the terminal, in columns; `nil` without one.
    private let columns: Int?

    package init(_ machine: MachineReport, _ zone: CivilZone, within columns: Int?) {
        (self.machine, self.zone, self.columns) = (machine, zone, columns)
    }

    package var text: String {
        let headline = machine.headline(in: zone)
        let uplinks = machine.uplinks.prefix(5)
        let name = machine.name == nil ? [] : [machine.title]
        let place = name + (uplinks.isEmpty ? [] : ["over \(uplinks.joined(separator: ", "))"])
        let heading = (place + [machine.period(in: zone)]).joined(separator: ", ")
        let (paths, services) = machine.others
        var parts = ["\(headline)\n\(heading)", table("path", [machine.network] + paths)]
        parts += ([machine.network] + paths).compactMap { outages($0) }
        if !services.isEmpty { parts.append(table("service", services)) }
        parts += services.compactMap { outages($0) }
        let rows = machine.qualityRows(in: zone)
        if !rows.isEmpty {
            var table = Table(MachineReport.qualityColumns)
            for row in rows { table.add([row.day] + row.cells) }
            parts.append("quality of the access\n\(table.text(within: self.columns))")
        }
        return parts.joined(separator: "\n\n")
    }

    private func table(_ kind: String, _ paths: [Availability.Path]) -> String {
        var table = Table([kind, "available", "observed", "outages", "time", "longest"])
        for path in paths { table.add([path.title.printable(limit: 120)] + path.numbers) }
        return table.text(within: columns)
    }

    private func outages(_ path: Availability.Path) -> String? {
        guard !path.outages.isEmpty else { return nil }
        var table = Table(["began", "lasted", "state", "why"])
        for outage in path.outages {
            let why = outage.why.map { machine.sentences.sentence(for: $0) } ?? "unknown"
            table.add([
                zone.text(outage.from), outage.duration.forPeople + (outage.hasEnded ? "" : " or more"),
                outage.state.rawValue, why.printable(limit: 80),
            ])
        }
        return "outages of \(path.title.printable(limit: 300))\n\(table.text(within: columns))"
    }
}
