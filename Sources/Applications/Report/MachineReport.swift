import ConnectivityCore
package import ConnectivityOutages
package import ConnectivityText

/// The observations of one device.
package struct MachineReport: Sendable {
    /// The maximum age of an observation whose state counts as the present one.
    ///
    /// A journal records a continuing state once per minute.
    private static let freshness = Duration.seconds(120)

    /// The name of the device; `nil` if unknown.
    package var name: String?
    /// The source of the observations, such as the name of a file.
    package var source: String
    package var availability: Availability
    /// The quality of the access in each hour, in order.
    package var quality: [QualityPeriod]
    /// The sentences for reasons.
    package let sentences: Sentences

    package init(
        name: String?,
        source: String,
        availability: Availability,
        quality: [QualityPeriod] = [],
        sentences: Sentences = Sentences()
    ) {
        (self.name, self.source, self.availability, self.sentences) = (name, source, availability, sentences)
        self.quality = quality
    }

    /// The name for people, or otherwise the source.
    package var title: String { name?.printable(limit: 300) ?? source.printable(limit: 300) }

    /// The device as a whole.
    package var network: Availability.Path { availability.paths[0] }

    /// The other paths of the network, and the services.
    package var others: (paths: [Availability.Path], services: [Availability.Path]) {
        let others = availability.paths.dropFirst()
        return (others.filter { !$0.isService }, others.filter(\.isService))
    }

    /// The last observed state, and whether it is the present one; `nil` without an observation.
    package var newest: (span: AccessSpan, isPresent: Bool)? {
        guard let span = network.spans.last(where: { $0.state != .unobserved }) else { return nil }
        return (span, availability.to.sinceEpoch - span.to.sinceEpoch <= Self.freshness)
    }

    /// The interfaces of the access, by decreasing time.
    package var uplinks: [String] {
        var times: [String: Duration] = [:]
        for span in network.spans {
            guard let interface = span.interface?.printable(limit: 40) else { continue }
            times[interface, default: .zero] += span.duration
        }
        return times.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// The state at the end for people: `not observed`, or a text such as `now online` or `last seen online at 2026-11-21
    /// 09:30:00 CET`.
    package func state(in zone: CivilZone) -> String {
        guard let (span, isPresent) = newest else { return "not observed" }
        return isPresent ? "now \(span.state.rawValue)" : "last seen \(span.state.rawValue) at \(zone.text(span.to))"
    }

    /// The answer in one line, such as `58.36 % available, 4 outages, longest 46 s, now online`.
    package func headline(in zone: CivilZone) -> String {
        guard let share = network.share else { return "the Internet access was not observed" }
        var parts = ["\(share.percent) available"]
        let times = network.outages.map(\.duration)
        switch times.count {
        case 0: parts.append("no outage")
        case 1: parts.append("1 outage of \(times[0].forPeople)")
        default: parts.append("\(times.count) outages, longest \(times.max()?.forPeople ?? "0 s")")
        }
        return (parts + [state(in: zone)]).joined(separator: ", ")
    }

    /// The period for people, such as `2026-11-21 08:30:00 CET to 2026-11-21 09:30:00 CET (1 h)`.
    package func period(in zone: CivilZone) -> String {
        let length = (availability.to.sinceEpoch - availability.from.sinceEpoch).forPeople
        let from = zone.name(at: availability.from) == zone.name(at: availability.to) ? zone.time : zone.text
        return "\(from(availability.from)) to \(zone.text(availability.to)) (\(length))"
    }
}

extension Availability.Path {
    /// The name for people.
    package var title: String { name.isEmpty ? "this device" : name }

    /// Whether this is an observation of a companion, such as a service, and not a part of the network.
    package var isService: Bool {
        // An interface name contains no space.
        !["", "over", "through"].contains(name.split(separator: " ").dropFirst().first ?? "")
    }

    /// The total duration of all outages.
    package var lost: Duration { outages.reduce(.zero) { $0 + $1.duration } }

    /// The duration of the longest outage; `nil` without an outage.
    package var longest: Duration? { outages.map(\.duration).max() }

    /// The numbers of a row: the share, the observed time, the number of outages, the lost time, and the longest outage.
    package var numbers: [String] {
        [
            share?.percent ?? "unknown", observed.forPeople, "\(outages.count)", lost.forPeople,
            longest?.forPeople ?? "",
        ]
    }
}
