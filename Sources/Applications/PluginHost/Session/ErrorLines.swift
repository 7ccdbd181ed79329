import ConnectivityCore

/// Forwards a plugin's standard error line by line, at a limited rate.
struct ErrorLines {
    /// The maximum length of a line; the rest of a longer one is dropped.
    static let lineLimit = 1000

    private let name: String
    private let log: @Sendable (String) -> Void
    private var line: [UInt8] = []
    private var second: ContinuousClock.Instant
    private var byteCount = 0
    private var lineCount = 0
    private var droppedCount = 0

    init(name: String, log: @escaping @Sendable (String) -> Void, at now: ContinuousClock.Instant) {
        (self.name, self.log, second) = (name, log, now)
    }

    /// The time of the next read; `nil` for at once.
    func pause(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        let end = second + .seconds(1)
        return byteCount >= PluginLimits.errorBytes && now < end ? end : nil
    }

    mutating func receive(_ bytes: some Collection<UInt8>, at now: ContinuousClock.Instant) {
        turn(at: now)
        byteCount += bytes.count
        for byte in bytes {
            if byte == 0x0A { pass() } else if line.count < Self.lineLimit { line.append(byte) }
        }
    }

    /// Forwards the remaining bytes after the end.
    mutating func end() {
        pass()
        if droppedCount > 0 { log("plugin \(name): \(droppedCount) more lines on standard error") }
        droppedCount = 0
    }

    private mutating func turn(at now: ContinuousClock.Instant) {
        guard now - second >= .seconds(1) else { return }
        if droppedCount > 0 { log("plugin \(name): \(droppedCount) more lines on standard error") }
        (second, byteCount, lineCount, droppedCount) = (now, 0, 0, 0)
    }

    private mutating func pass() {
        defer { line = [] }
        guard !line.isEmpty else { return }
        lineCount += 1
        guard lineCount <= PluginLimits.errorLines else {
            droppedCount += 1
            return
        }
        log("plugin \(name): \(String(decoding: line, as: UTF8.self).printable(limit: Self.lineLimit))")
    }
}
