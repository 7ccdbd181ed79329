import ConnectivityCore

extension KeyedDecodingContainer {
    /// Checks that an option is the path of a file, or `-` for standard output.
    func checkPath(_ path: String, _ key: Key) throws {
        if path != "-" { try checkFile(path, key, orElse: ", such as /run/connectivity/state.json, or -") }
    }

    func checkFile(_ path: String, _ key: Key, orElse rest: String = "") throws {
        guard path.hasPrefix("/"), !path.hasSuffix("/"), !path.utf8.contains(0), path.utf8.count < 4096 else {
            throw fault(key, "must be the absolute path of a file\(rest)")
        }
    }

    /// Returns the permissions of a file from their octal form, such as `0640`.
    func permissions(_ text: String, _ key: Key) throws -> UInt16 {
        guard text.utf8.count <= 4, let bits = UInt16(text, radix: 8), bits <= 0o777, bits & 0o400 != 0 else {
            throw fault(key, "must be permissions in octal digits, such as 0644, by which the owner may read")
        }
        return bits
    }

    func socket(_ path: String, _ key: Key) throws -> LocalAddress {
        guard let socket = LocalAddress(path: path) else {
            throw fault(key, "must be the absolute path of a socket, of at most 103 bytes")
        }
        return socket
    }

    /// Returns the detail of metrics; without the option as little as possible.
    func metricsDetail(_ key: Key) throws -> MetricsDetail {
        let name = try decodeIfPresent(String.self, forKey: key) ?? MetricsDetail.access.rawValue
        guard let detail = MetricsDetail(rawValue: name) else {
            let names = MetricsDetail.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault(key, "must be one of: \(names); found \"\(name.printable(limit: 40))\"")
        }
        return detail
    }

    /// Returns the events that an option names.
    func events(_ key: Key, of known: [LinesNotifier.Event], usual: [String]) throws -> EventSelection {
        let names = try decodeIfPresent([String].self, forKey: key) ?? usual
        let all = known.map(\.rawValue)
        guard !names.isEmpty, names.count <= 100 else {
            throw fault(key, "must name at least one of: \(all.joined(separator: ", ")), or a kind of observations")
        }
        if let name = names.first(where: { !all.contains($0) && !all.suggestion(for: $0).isEmpty }) {
            throw fault(key, "has no event \"\(name.printable(limit: 40))\"\(all.suggestion(for: name))")
        }
        return EventSelection(names, of: known)
    }
}

extension UInt16 {
    var octal: String { "0" + String(self, radix: 8) }
}
