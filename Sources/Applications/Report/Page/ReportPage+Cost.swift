import ConnectivityCore

extension ReportPage {
    /// The requests of the report's rounds, and their recipients.
    struct Cost {
        let requestCount: Int
        /// The received bytes of bodies and header fields, without the framing of HTTP, TLS and TCP.
        let byteCount: Int
        /// The requests by owner, in decreasing order.
        let owners: [(name: String, requestCount: Int)]

        init(_ rounds: [Round]) {
            var cost = RoundCost()
            var counts: [String: Int] = [:]
            for assessment in rounds.lazy.map(\.assessment) {
                for report in assessment.reports {
                    counts[report.owner, default: 0] += 1
                    cost.add(report.exchange)
                }
            }
            (requestCount, byteCount) = (cost.requestCount, cost.byteCount)
            owners = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
        }
    }

    var costSection: Section {
        Section("cost", "What it costs") { html in
            let cost = Cost(rounds)
            let period = machine?.availability
            let measured = period.map { $0.to.sinceEpoch - $0.from.sinceEpoch } ?? .zero
            html.table("Requests and bytes", ["Period", "Rounds", "Requests", "Bytes received"]) { html in
                html.row("In this report", [rounds.count, cost.requestCount, cost.byteCount].map { "\($0)" })
                // A minute or less permits no statement about an hour.
                if measured > .seconds(60) {
                    let perHour = { (count: Int) in "\(Int((Double(count) / (measured / .seconds(3600))).rounded()))" }
                    html.row("Per hour, as measured", [rounds.count, cost.requestCount, cost.byteCount].map(perHour))
                }
                if let interval, let last = rounds.last {
                    let one = Cost([last])
                    let time = interval + max(.zero, last.assessment.duration)
                    let perHour = { (count: Int) in "\(Int((Double(count) * (.seconds(3600) / time)).rounded()))" }
                    html.row(
                        "Per hour, if each round is like the last",
                        [1, one.requestCount, one.byteCount].map(perHour)
                    )
                }
            }
            html.table("Who was asked", ["Owner", "Requests"]) { html in
                for owner in cost.owners.prefix(50) { html.row(owner.name, ["\(owner.requestCount)"]) }
            }
            html.element(
                "p",
                ["class": "small"],
                text: "Bytes are those of bodies and header fields; TCP, TLS and name lookups come on top."
            )
        }
    }
}
