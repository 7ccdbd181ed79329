package import ConnectivityCore

extension Duration {
    /// The duration for people, in at most two units, such as `6 min 3 s`, `3 d 4 h` or `0.4 s`.
    package var forPeople: String {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return "0 s" }
        guard seconds > 0 else {
            let milliseconds = attoseconds / 1_000_000_000_000_000
            return milliseconds == 0 ? "0 s" : "\(milliseconds) ms"
        }
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
        if days > 0 { return "\(days) d" + (hours > 0 ? " \(hours) h" : "") }
        if hours > 0 { return "\(hours) h" + (minutes > 0 ? " \(minutes) min" : "") }
        if minutes > 0 { return "\(minutes) min" + (seconds % 60 > 0 ? " \(seconds % 60) s" : "") }
        return "\(seconds) s"
    }
}

extension Double {
    /// The share in percent, never rounded up to 100 or down to 0, such as `99.97 %`.
    package var percent: String {
        let hundredths = (self * 10_000).rounded()
        let shown = self < 1 ? Swift.min(hundredths, 9999) : hundredths
        let whole = Int64(self > 0 ? Swift.max(shown, 1) : shown)
        if whole == 10_000 { return "100 %" }
        return "\(whole / 100).\(whole / 10 % 10)\(whole % 10) %"
    }
}

extension Timestamp {
    /// The time for people, in UTC and seconds, such as `2026-11-21 08:30:00`.
    package var forPeople: String { String(description.prefix(19)).replacing("T", with: " ") }
}
