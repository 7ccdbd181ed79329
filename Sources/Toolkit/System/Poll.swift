#if canImport(Glibc)
package import Glibc
#elseif canImport(Darwin)
package import Darwin
#endif

/// Waits for events of descriptors (poll(2)).
package enum Poll {
    /// Waits until a descriptor is ready, the time has passed, or a signal interrupts the wait; negative numbers are ignored.
    ///
    /// A limit of `nil` means no limit.
    ///
    /// - Returns: The number of descriptors that are ready; negative with the reason in `errno`.
    @discardableResult
    package static func wait(for entries: inout [pollfd], atMost limit: Duration?) -> Int {
        Int(unsafe poll(&entries, nfds_t(entries.count), timeout(limit)))
    }

    /// Waits until a descriptor is ready or a deadline has passed, and returns whether one is ready; signals do not
    /// interrupt the wait, and negative numbers are ignored.
    package static func wait(
        for entries: inout [pollfd],
        until deadline: ContinuousClock.Instant?
    ) throws(Errno) -> Bool {
        while true {
            let count = wait(for: &entries, atMost: deadline.map { $0 - .now })
            if count >= 0 { return count > 0 }
            guard errno == EINTR else { throw .last }
        }
    }

    /// Returns the timeout for poll(2): whole milliseconds, rounded up so that the last one is not spent spinning.
    ///
    /// It is -1 for `nil`, which means no limit, zero for a time of zero or less, and at most the maximum of the type,
    /// which is 24 days.
    package static func timeout(_ limit: Duration?) -> Int32 {
        guard let limit else { return -1 }
        let (seconds, attoseconds) = max(.zero, limit).components
        guard seconds < Int64(Int32.max) / 1000 else { return .max }
        let perMillisecond: Int64 = 1_000_000_000_000_000
        return Int32(seconds * 1000 + (attoseconds + perMillisecond - 1) / perMillisecond)
    }
}

extension pollfd {
    /// Waits until the descriptor has data or is at its end.
    package static func toRead(_ number: CInt) -> pollfd { pollfd(fd: number, events: Int16(POLLIN), revents: 0) }

    /// Waits until the descriptor accepts data.
    package static func toWrite(_ number: CInt) -> pollfd { pollfd(fd: number, events: Int16(POLLOUT), revents: 0) }

    /// Whether an event or an error occurred.
    package var isReady: Bool { revents != 0 }
}
