extension PathQuality {
    /// The configurable bounds by which a path is good, slow or poor.
    ///
    /// The defaults are derived from properties of lines and people. A connection requires one round trip. From 300 ms on, a
    /// conversation is difficult (ITU-T G.114 asks for at most 150 ms one way); from one second on, TCP sends the first packet of
    /// each connection again (RFC 6298 section 2): a path is poor from ten thirds of the bound of a slow one. Before the first byte of an answer over TLS there are four round trips: name,
    /// connection, TLS 1.3, request; so these bounds are four times those of a connection. A tenth of lost attempts is about one
    /// packet in twenty in each direction, at which TCP is slow on any line. Half of the standard deviation of a count, its square
    /// root, is subtracted from the losses: few attempts need a greater share.
    public struct Rules: Hashable, Sendable {
        /// The median time to open a connection from which a path is slow; greater than zero.
        public var slowConnection = Duration.milliseconds(300)
        /// The median time to the first byte from which a path is slow; greater than zero.
        public var slowFirstByte = Duration.milliseconds(1200)
        /// The share of lost attempts from which a path is slow; greater than 0 and at most 1.
        public var slowLoss = 0.1
        /// The minimum number of owners with times in a round; at least 1.
        public var owners = 3

        /// Creates the default rules.
        public init() {}

        /// The minimum number of attempts to state a loss.
        private static let attemptsMin = 10
        /// The factors from the bounds of a slow path to those of a poor one.
        private static let (poorTime, poorLoss) = (10.0 / 3, 3.0)

        /// Computes the quality of a path from the reports of one round; unknown if too few owners have times.
        package func quality(of reports: [EndpointReport]) -> PathQuality { judged(PathQuality(figuresOf: reports)) }

        /// Computes the quality of a path over several rounds, the newest one last: its times, and the losses of all rounds,
        /// because a round has few attempts; unknown without rounds.
        package func quality(over rounds: [PathQuality]) -> PathQuality {
            guard var quality = rounds.last else { return .notMeasured }
            quality.attempts = rounds.reduce(0) { $0 + $1.attempts }
            quality.lost = rounds.reduce(0) { $0 + $1.lost }
            quality.lostOwners = Set(rounds.flatMap(\.lostOwners)).sorted()
            return judged(quality)
        }

        private func judged(_ figures: PathQuality) -> PathQuality {
            var quality = figures
            (quality.level, quality.reason) = judgement(on: figures)
            return quality
        }

        private func judgement(on quality: PathQuality) -> (PathQuality.Level, Reason) {
            guard let connection = quality.connection, quality.owners > 0 else {
                return (.unknown, PathQuality.notMeasured.reason)
            }
            guard quality.owners >= owners else {
                return (
                    .unknown, Reason("quality-few-owners", ["count": Fact(quality.owners), "needed": Fact(owners)])
                )
            }
            guard quality.silentOwners <= quality.owners else {
                let facts: Facts = ["silent": Fact(quality.silentOwners), "count": Fact(quality.owners)]
                return (.unknown, Reason("quality-mostly-silent", facts))
            }
            var found = [judged("quality-connection", connection, slowConnection)]
            if var firstByte = quality.firstByte {
                // Late names are the fault of a name server, and not of the line.
                if let names = quality.lateNames { firstByte.median -= names }
                found.append(judged("quality-first-byte", firstByte, slowFirstByte))
            }
            found.append(judgedLoss(quality))
            let worst = found.compactMap(\.self).reduce(nil as (PathQuality.Level, Reason)?) { worst, next in
                worst.map { ($0.0.rank ?? 0) >= (next.0.rank ?? 0) ? $0 : next } ?? next
            }
            if let worst { return worst }
            var facts: Facts = ["milliseconds": connection.median.inMilliseconds, "owners": Fact(quality.owners)]
            facts["firstByte"] = quality.firstByte?.median.inMilliseconds
            return (.good, Reason("quality-good", facts))
        }

        private func judged(
            _ code: String,
            _ figure: PathQuality.Figure,
            _ slow: Duration
        ) -> (PathQuality.Level, Reason)? {
            guard figure.median >= slow else { return nil }
            let poor = slow * Self.poorTime
            let isPoor = figure.median >= poor
            let facts: Facts = [
                "milliseconds": figure.median.inMilliseconds, "bound": (isPoor ? poor : slow).inMilliseconds,
            ]
            return (isPoor ? .poor : .slow, Reason(code, facts))
        }

        private func judgedLoss(_ quality: PathQuality) -> (PathQuality.Level, Reason)? {
            let (lost, attempts) = (Double(quality.lost), Double(quality.attempts))
            guard quality.attempts >= Self.attemptsMin, quality.lostOwners.count > 1,
                case let excess = lost - slowLoss * attempts, excess >= 0, 4 * excess * excess >= lost
            else { return nil }
            let isPoor = lost + 1e-9 >= slowLoss * Self.poorLoss * attempts
            let facts: Facts = ["lost": Fact(quality.lost), "total": Fact(quality.attempts)]
            return (isPoor ? .poor : .slow, Reason("quality-loss", facts))
        }
    }
}

extension Duration {
    /// The milliseconds as a fact, with one decimal place if there are fewer than ten.
    package var inMilliseconds: Fact {
        let tenths = Int(self / .microseconds(100) + 0.5)
        return tenths < 100 && tenths % 10 != 0 ? .number(Double(tenths) / 10) : Fact((tenths + 5) / 10)
    }
}

extension [Duration] {
    /// The median, the lower one of two; `nil` without any.
    var lowerMedian: Duration? { isEmpty ? nil : sorted()[(count - 1) / 2] }
}
