import ConnectivityCore
import ConnectivityText

extension ReportPage {
    /// The maximum number of shown rounds; a text states their total.
    private static let roundCountMax = 100
    /// The maximum number of shown probes per round.
    private static let probeCountMax = 300

    func explanationSection(_ round: Round) -> Section {
        Section("explanation", "How this was decided") { html in
            html.element("ol") { html in
                for sentence in round.assessment.explanation(sentences).prefix(Self.probeCountMax) {
                    html.element("li", text: sentence)
                    html.line()
                }
            }
        }
    }

    var evidenceSection: Section {
        Section("evidence", "Evidence") { html in
            let shown = rounds.suffix(Self.roundCountMax)
            if shown.count < rounds.count {
                html.element("p", text: "The newest \(shown.count) of \(rounds.count) rounds.")
            }
            for (index, round) in shown.enumerated() {
                html.element("details", ["open": index == shown.count - 1 ? "" : nil]) { html in
                    html.element("summary") { html in
                        html.element("span", ["class": "time"], text: zone.text(round.at))
                        html.add(" ")
                        html.badge(round.assessment.access.name, round.assessment.access.name)
                        html.add(" \(sentences.sentence(for: round.assessment.reason))")
                    }
                    evidence(round, &html)
                }
                html.line()
            }
        }
    }

    private func evidence(_ round: Round, _ html: inout HTML) {
        let assessment = round.assessment
        guard !assessment.reports.isEmpty else {
            html.element("p", text: "Nothing was asked.")
            return
        }
        for path in assessment.paths where !path.reports.isEmpty {
            let reports = Array(path.reports.prefix(Self.probeCountMax))
            let place = "\(assessment.separatePaths.isEmpty ? "" : " over \(path.path)") at \(zone.text(round.at))"
            answers(reports, place, &html)
            phases(reports, path.course, place, &html)
        }
    }

    private func answers(_ reports: [EndpointReport], _ place: String, _ html: inout HTML) {
        html.table("Answers\(place)", ["Endpoint", "Verdict", "Answer", "Why"]) { html in
            for report in reports {
                let question = "\(report.exchange.request.question)".printable(limit: 160)
                html.row(report.name, below: question) { html in
                    html.badgeCell(report.verdict.finding.rawValue, report.verdict.finding.rawValue)
                    let (answer, why) = (
                        report.exchange.outcome(in: sentences), sentences.sentence(for: report.verdict.reason)
                    )
                    html.cell("answer") { html in
                        html.add(answer)
                        guard let address = report.exchange.remoteAddress else { return }
                        html.element("div", ["class": "small"], text: "from \(address)")
                    }
                    html.cell("why", why == answer ? "" : why)
                }
            }
        }
    }

    // MARK: Phases

    private func phases(_ reports: [EndpointReport], _ course: RoundCourse?, _ place: String, _ html: inout HTML) {
        let probes = reports.enumerated().map { Waterfall($1, begins: course?.begin(of: $0, $1)) }
        let end = probes.map { $0.begin + $0.total }.max() ?? .zero
        guard end > .zero else { return }
        html.element("ul", ["class": "legend", "aria-label": "Colours of the phases"]) { html in
            for phase in Waterfall.Phase.allCases {
                html.element("li") { html in
                    html.element("span", ["class": "key \(phase.style)", "aria-hidden": "true"]) { _ in }
                    html.add(phase.rawValue)
                }
            }
        }
        let columns = ["Endpoint", "Phases", "Began after"] + Waterfall.Phase.allCases.map(\.rawValue) + ["total"]
        html.table("Phases\(place)", columns) { html in
            for probe in probes {
                html.row(probe.name) { html in
                    html.cell("fall") { html in
                        // The adjacent numbers have the same information.
                        html.element(
                            "svg",
                            ["viewBox": "0 0 1000 20", "preserveAspectRatio": "none", "aria-hidden": "true"]
                        ) { html in
                            for part in probe.parts {
                                html.element(
                                    "rect",
                                    [
                                        "class": part.phase.style, "y": "3", "height": "14",
                                        "x": Waterfall.position(part.from, of: end),
                                        "width": Waterfall.position(max(part.length, end / 400), of: end),
                                    ]
                                ) { _ in }
                            }
                        }
                    }
                    html.cell("number", probe.begin.inWholeMilliseconds)
                    for phase in Waterfall.Phase.allCases {
                        let time = probe.parts.first { $0.phase == phase }?.length
                        html.cell("number", time?.inWholeMilliseconds ?? "")
                    }
                    html.cell("number", probe.total.inWholeMilliseconds)
                }
            }
        }
    }
}

/// The phases of one probe, in the time of its round.
private struct Waterfall {
    enum Phase: String, CaseIterable {
        case name = "name lookup"
        case connect
        case tls = "TLS"
        case response
        case rest

        var style: String { self == .name ? "lookup" : self == .tls ? "tls" : rawValue }
    }

    var name: String
    var begin: Duration
    var total: Duration
    var parts: [(phase: Phase, from: Duration, length: Duration)] = []

    init(_ report: EndpointReport, begins: Duration?) {
        let timings = report.exchange.timings
        name = report.name
        begin = begins ?? .zero
        total = max(.zero, timings.total)
        var end = begin
        let phases: [(Phase, Duration?)] = [
            (.name, timings.nameLookup), (.connect, timings.connect), (.tls, timings.tls),
            (.response, timings.response),
        ]
        for (phase, length) in phases {
            guard let length, length > .zero else { continue }
            parts.append((phase, end, length))
            end += length
        }
        // The body, or the wait for a missing answer.
        if begin + total > end { parts.append((.rest, end, begin + total - end)) }
    }

    /// A time in thousandths of another, for the picture.
    static func position(_ time: Duration, of whole: Duration) -> String {
        "\((min(max(time / whole, 0), 1) * 10_000).rounded() / 10)"
    }
}

extension RoundCourse {
    /// The beginning of a probe, from the arrival of its answer; `nil` if unknown.
    fileprivate func begin(of index: Int, _ report: EndpointReport) -> Duration? {
        arrivals.first { $0.endpoint == index }.map { max(.zero, $0.after - report.exchange.timings.total) }
    }
}

extension ProbeExchange {
    fileprivate func outcome(in sentences: Sentences) -> String {
        switch outcome {
        case .failure(let failure):
            return sentences.sentence(for: .noAnswer(failure.kind))
        case .success(.http(let response)):
            return "\(response.status), \(response.body.count) bytes"
        case .success(.other(let kind, let facts)):
            return "\(kind): \(facts)".printable(limit: 200)
        }
    }
}
