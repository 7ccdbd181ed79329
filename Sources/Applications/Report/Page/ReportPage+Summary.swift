import ConnectivityCore
import ConnectivityOutages
import ConnectivityText

extension ReportPage {
    /// Adds the summary for readers: the availability, the number and duration of outages, and the present state.
    func summary(_ html: inout HTML) {
        let path = machine.network
        html.element("ul", ["class": "tiles", "aria-label": "Summary"]) { html in
            tile(path.share?.percent ?? "unknown", "available", &html)
            tile("\(path.outages.count)", path.outages.count == 1 ? "outage" : "outages", &html)
            if let longest = path.longest { tile(longest.forPeople, "longest outage", &html) }
            tile(path.lost.forPeople, "lost in total", &html)
            html.element("li") { html in
                guard let (span, isPresent) = machine.newest else { return html.badge("not observed", "unobserved") }
                html.badge(span.state.rawValue, span.state.rawValue)
                html.element(
                    "span",
                    ["class": "small"],
                    text: isPresent ? "now, since \(zone.text(span.from))" : "last seen at \(zone.text(span.to))"
                )
            }
        }
        var facts: [(name: String, value: String)] = []
        if machine.name != nil { facts.append(("Machine", machine.title)) }
        if !machine.uplinks.isEmpty { facts.append(("Uplink", machine.uplinks.prefix(5).joined(separator: ", "))) }
        facts += [
            ("Period", machine.period(in: zone)),
            ("Observed", path.observed.forPeople),
            ("Time zone", zone.name(at: madeAt)),
        ]
        if let span = machine.newest?.span, span.state.isOutage, let why = path.outages.last?.why ?? span.reason {
            facts.append(("Why", machine.sentences.sentence(for: why)))
        }
        list(facts, &html)
    }

    private func tile(_ number: String, _ what: String, _ html: inout HTML) {
        html.element("li") { html in
            html.element("strong", text: number)
            html.element("span", ["class": "small"], text: what)
        }
    }

    private func list(_ facts: [(name: String, value: String)], _ html: inout HTML) {
        html.element("dl") { html in
            for fact in facts {
                html.element("div") { html in
                    html.element("dt", text: fact.name)
                    html.element("dd", text: fact.value)
                }
            }
        }
        html.line()
    }
}
