import ConnectivityCore
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The times of a probe's phases and its peer, as far as the session reports them; on Linux it reports none.
struct TransactionTimes: Hashable, Sendable {
    var start: Date?
    var lookupEnd: Date?
    var connectStart: Date?
    /// The end of all handshakes, including TLS.
    var connectEnd: Date?
    var secureStart: Date?
    var secureEnd: Date?
    var responseStart: Date?
    var remoteAddress: IPAddress?

    /// Returns the duration of each phase that was reported, limited by the time from the start to the end.
    func timings(total: Duration) -> ProbeExchange.Timings {
        func span(_ from: Date?, _ to: Date?) -> Duration? {
            guard let from, let to else { return nil }
            return max(.zero, min(total, .seconds(to.timeIntervalSince(from))))
        }
        return ProbeExchange.Timings(
            // A host that is an address needs no lookup.
            nameLookup: span(start, lookupEnd ?? connectStart),
            connect: span(connectStart, secureStart ?? connectEnd),
            tls: span(secureStart, secureEnd),
            response: span(connectEnd, responseStart),
            total: total
        )
    }
}

extension TransactionTimes {
    init(_ metrics: URLSessionTaskTransactionMetrics) {
        self.init(
            start: metrics.fetchStartDate,
            lookupEnd: metrics.domainLookupEndDate,
            connectStart: metrics.connectStartDate,
            connectEnd: metrics.connectEndDate,
            secureStart: metrics.secureConnectionStartDate,
            secureEnd: metrics.secureConnectionEndDate,
            responseStart: metrics.responseStartDate,
            remoteAddress: metrics.remoteAddress.flatMap { try? IPAddress($0) }
        )
    }
}
