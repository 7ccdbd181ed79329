extension KeyedDecodingContainer {
    /// A time in seconds, from 0 through a day, so that no sum overflows.
    func duration(_ key: Key) throws -> Duration? {
        guard let seconds = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard (0...86_400).contains(seconds) else {
            throw refusal(key, "must be a number of seconds from 0 through 86400")
        }
        return .seconds(seconds)
    }

    /// A number of things.
    func count(_ key: Key, atLeast least: Int) throws -> Int? {
        guard let count = try decodeIfPresent(Int.self, forKey: key) else { return nil }
        guard count >= least else { throw refusal(key, "must not be less than \(least)") }
        return count
    }

    func refusal(_ key: Key, _ detail: String) -> DecodingError {
        DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: detail)
    }
}

extension KeyedEncodingContainer {
    /// Writes a time in seconds, to the microsecond, unless it is zero.
    mutating func encode(_ duration: Duration, unlessZero key: Key) throws {
        guard duration != .zero else { return }
        let (seconds, attoseconds) = duration.components
        try encode(Double(seconds) + Double(attoseconds / 1_000_000_000_000) / 1_000_000, forKey: key)
    }
}
