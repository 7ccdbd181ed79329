import ConnectivityCore
import ConnectivityReport
import ConnectivitySystem
import ConnectivityText

/// A report as text: the answer first, then the availability per path, then the outages.
struct ReportText {
    private let machines: [MachineReport]
    private let zone: CivilZone
    private let sentences: Sentences

    init(_ machines: [MachineReport], _ zone: CivilZone, _ sentences: Sentences) {
        (self.machines, self.zone, self.sentences) = (machines, zone, sentences)
    }

    var text: String {
        if machines.count > 1 { return fleet(machines.worstFirst) }
        return machines.first.map(single) ?? ""
    }

    private func single(_ machine: MachineReport) -> String {
        let headline = machine.headline(in: zone, sentences)
        guard machine.hasTime else {
            let time = zone.text(machine.availability.from)
            return "\(headline)\none check at \(time): it says nothing about availability"
        }
        let uplinks = machine.uplinks.prefix(5)
        let name = machine.name == nil ? [] : [machine.title]
        let place = name + (uplinks.isEmpty ? [] : ["over \(uplinks.joined(separator: ", "))"])
        let heading = (place + [machine.period(in: zone)]).joined(separator: ", ")
        let (paths, services) = machine.others
        var parts = ["\(headline)\n\(heading)", table("path", [machine.network] + paths)]
        parts += ([machine.network] + paths).compactMap { outages($0, of: $0.title) }
        if !services.isEmpty { parts.append(table("service", services)) }
        parts += services.compactMap { outages($0, of: $0.title) }
        return parts.joined(separator: "\n\n")
    }

    private func fleet(_ machines: [MachineReport]) -> String {
        let present = machines.compactMap(\.newest).filter(\.isPresent)
        let online = present.count { $0.span.state.isAvailable }
        let times = machines.flatMap { machine in machine.network.outages.map { (machine.title, $0.duration) } }
        var headline = "\(online) of \(machines.count) machines are online now"
        if present.count < machines.count { headline += ", \(machines.count - present.count) not observed" }
        headline += ", \(times.count) outage\(times.count == 1 ? "" : "s")"
        if let (name, time) = times.max(by: { $0.1 < $1.1 }) { headline += ", longest \(time.forPeople) (\(name))" }
        var table = Table(["machine", "now", "available", "observed", "outages", "lost", "longest"])
        for machine in machines { table.add([machine.title, machine.newestState] + numbers(machine.network)) }
        var parts = [headline + "\n" + (machines.first?.period(in: zone) ?? ""), table.text]
        for machine in machines {
            for path in [machine.network] + machine.others.services {
                let name = path.name.isEmpty ? machine.title : "\(machine.title), \(path.title)"
                if let outages = outages(path, of: name) { parts.append(outages) }
            }
        }
        return parts.joined(separator: "\n\n")
    }

    private func table(_ kind: String, _ paths: [Availability.Path]) -> String {
        var table = Table([kind, "available", "observed", "outages", "time", "longest"])
        for path in paths { table.add([path.title.printable(limit: 120)] + numbers(path)) }
        return table.text
    }

    private func numbers(_ path: Availability.Path) -> [String] {
        [
            path.share?.percent ?? "-", path.observed.forPeople, "\(path.outages.count)", path.lost.forPeople,
            path.longest?.forPeople ?? "-",
        ]
    }

    /// The outages of a path; `nil` without any.
    private func outages(_ path: Availability.Path, of name: String) -> String? {
        guard !path.outages.isEmpty else { return nil }
        var table = Table(["began", "lasted", "state", "cause"])
        for outage in path.outages {
            let why = outage.reason.map { sentences.sentence(for: $0) } ?? "unknown"
            table.add([
                zone.text(outage.from), outage.duration.forPeople + (outage.hasEnded ? "" : " or more"),
                outage.state.rawValue, why.printable(limit: 80),
            ])
        }
        return "outages of \(name.printable(limit: 300))\n\(table.text)"
    }
}

extension MachineReport {
    /// The state at the end in one term.
    fileprivate var newestState: String {
        guard let (span, isPresent) = newest else { return "not observed" }
        return isPresent ? span.state.rawValue : "not observed"
    }
}
