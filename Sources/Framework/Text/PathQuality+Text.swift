package import ConnectivityCore

extension PathQuality {
    /// Returns the reason for a slow or poor path, as one clause for people; `nil` if the path is good or unknown.
    package func clause(_ sentences: Sentences) -> String? {
        level == .slow || level == .poor ? sentences.sentence(for: reason) : nil
    }

    /// The level, its reason and the figures, as one sentence for people.
    package func sentence(_ sentences: Sentences) -> String {
        let times: [(String, Figure?)] = [
            ("name lookup", nameLookup), ("connection", connection), ("TLS", tls), ("first byte", firstByte),
        ]
        let figures = times.compactMap { name, figure in figure.map { "\(name) \($0.text)" } }
        let loss = attempts > 0 ? ["\(lost) of \(attempts) attempts lost"] : []
        let all = figures + loss
        let seen = "\(owners) provider\(owners == 1 ? "" : "s")"
        let details = all.isEmpty ? "" : " (\(seen): \(all.joined(separator: ", ")))"
        return "Quality: \(level.rawValue): \(sentences.sentence(for: reason))\(details)."
    }
}

extension PathQuality.Figure {
    fileprivate var text: String { "\(median.inWholeMilliseconds) ± \((spread / 2).inWholeMilliseconds)" }
}
