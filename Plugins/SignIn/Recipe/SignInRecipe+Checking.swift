import ConnectivityCore

extension SignInRecipe {
    typealias Faults = [(path: [String], detail: String)]

    private static let textByteCountMax = 4096
    private static let countMax = 64
    private static let segmentCountMax = 32

    /// The faults of the recipe as a whole, each with its path; empty if it is usable.
    var faults: Faults {
        var faults: Faults = []
        if name.isEmpty || name.utf8.count > 200 { faults.append((["name"], "must have 1 to 200 bytes")) }
        if hosts.count > Self.countMax { faults.append((["hosts"], "must have at most \(Self.countMax) hosts")) }
        for (index, host) in hosts.enumerated() where !Self.isHost(host) {
            faults.append((["hosts", "\(index)"], "must be a host such as login.hotel.example or 192.0.2.1:3990"))
        }
        if !secrets.isEmpty, hosts.isEmpty {
            faults.append(
                ([], "needs \"hosts\", because it sends secrets: a secret goes to no host that the portal chose")
            )
        }
        if let termsDigest, termsDigest.utf8.count != 64 || !termsDigest.utf8.allSatisfy(\.isHexDigit) {
            faults.append((["termsDigest"], "must have 64 hexadecimal digits"))
        }
        if !accepts, termsDigest != nil || steps.contains(where: \.terms) {
            faults.append(([], "has terms, and so needs \"accepts\": true"))
        }
        if let userAgent,
            !(1...200).contains(userAgent.utf8.count) || !userAgent.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        {
            faults.append((["userAgent"], "must have 1 to 200 printable characters of ASCII"))
        }
        var known: Set<String> = []
        faults += self.faults(of: steps, at: ["steps"], knowing: &known)
        if let logOffURL, !known.contains(logOffURL) {
            faults.append((["logOffURL"], "\"\(logOffURL.printable(limit: 40))\" is not read by any step"))
        }
        faults += session.map { $0.faults(knowing: known) } ?? []
        var knownAtEnd: Set<String> = []
        if let logOff { faults += self.faults(of: logOff, at: ["logOff"], knowing: &knownAtEnd) }
        for (index, condition) in refused.enumerated() {
            faults += condition.faults.map { (["refused", "\(index)"] + $0.path, $0.detail) }
        }
        return faults
    }

    private func faults(of steps: [Step], at path: [String], knowing known: inout Set<String>) -> Faults {
        guard (1...Self.stepCountMax).contains(steps.count) else {
            return [(path, "must have 1 to \(Self.stepCountMax) steps")]
        }
        let requestCount = steps.reduce(0) { $0 + ($1.follow?.redirects ?? 1) }
        guard requestCount <= PortalVisit.stepCountMax else {
            return [(path, "may need \(requestCount) requests; at most \(PortalVisit.stepCountMax) are sent")]
        }
        var faults: Faults = []
        for (index, step) in steps.enumerated() {
            let found = self.faults(of: step, isFirst: index == 0, isLogOff: path == ["logOff"], knowing: &known)
            faults += found.map { (path + ["\(index)"] + $0.path, $0.detail) }
        }
        return faults
    }

    private func faults(of step: Step, isFirst: Bool, isLogOff: Bool, knowing known: inout Set<String>) -> Faults {
        var faults: Faults = []
        let actions = [step.get != nil, step.follow != nil, step.submit != nil, step.send != nil]
        if actions.count(where: \.self) != 1 {
            faults.append(([], "needs exactly one of \"get\", \"follow\", \"submit\" and \"send\""))
        } else if isFirst, step.follow != nil || step.submit != nil {
            faults.append(([], "needs a page before it; begin with \"get\": \"portal\""))
        }
        if let place = step.get { faults += fault(ofPlace: place, isLogOff).map { [(["get"], $0)] } ?? [] }
        if let send = step.send {
            let detail =
                switch send.to {
                case .text(let place): fault(ofPlace: place, isLogOff)
                case .segments(let segments):
                    (1...Self.segmentCountMax).contains(segments.count)
                        ? nil : "must have 1 to \(Self.segmentCountMax) segments"
                }
            faults += detail.map { [(["send", "to"], $0)] } ?? []
            if send.json != nil, send.method == .get || !send.values.isEmpty {
                faults.append((["send"], "has \"json\", and so needs the method post and no \"fields\""))
            }
        }
        if let follow = step.follow {
            let ways = [follow.redirects != nil, follow.link != nil, follow.refresh]
            if ways.count(where: \.self) != 1 {
                faults.append((["follow"], "needs exactly one of \"redirects\", \"link\" and \"refresh\""))
            }
            if let count = follow.redirects, !(1...Follow.redirectCountMax).contains(count) {
                faults.append((["follow", "redirects"], "must be 1 to \(Follow.redirectCountMax)"))
            }
            if follow.link?.isEmpty == true { faults.append((["follow", "link"], "must not be empty")) }
        }
        for (name, input) in (step.submit?.inputs ?? [:]).sortedByKey where input == .checked(true) {
            guard !accepts else { break }
            let detail = "checks a box, which can be a consent; that needs \"accepts\": true"
            faults.append((["submit", "fields", name], detail))
        }
        for name in step.values.flatMap(\.reads) where !known.contains(name) {
            faults.append(([], "sends \"\(name.printable(limit: 40))\", which no step before reads"))
        }
        for value in step.values {
            if case .text(let text) = value, text.utf8.count > Self.textByteCountMax {
                faults.append(([], "has a text of more than \(Self.textByteCountMax) bytes"))
            }
        }
        for (name, source) in step.read.sortedByKey {
            if let detail = source.fault { faults.append((["read", name], detail)) }
            known.insert(name)
        }
        if let condition = step.expect { faults += condition.faults.map { (["expect"] + $0.path, $0.detail) } }
        for (index, condition) in step.refused.enumerated() {
            faults += condition.faults.map { (["refused", "\(index)"] + $0.path, $0.detail) }
        }
        return faults
    }

    /// Returns the fault of a place; `nil` if it is usable.
    private func fault(ofPlace place: String, _ isLogOff: Bool) -> String? {
        switch place {
        case "portal": return nil
        case "log-off": return isLogOff ? nil : "is known only to the steps of \"logOff\""
        case _ where place.hasPrefix("/") && !place.hasPrefix("//"): return nil
        default:
            let url: HTTPURL
            do throws(HTTPURL.Fault) { url = try HTTPURL(place) } catch {
                return "must be \"portal\", a path such as /login, or a URL; as a URL, \(error)"
            }
            guard hosts.contains(url.authority) else { return "names \(url.authority), which \"hosts\" does not name" }
            guard url.scheme == .https || plainHTTP else { return "is without TLS; that needs \"plainHTTP\": true" }
            return nil
        }
    }

    private static func isHost(_ text: String) -> Bool {
        guard let url = try? HTTPURL("https://\(text)/") else { return false }
        return url.authority == text
    }
}

extension SignInRecipe.Session {
    fileprivate func faults(knowing known: Set<String>) -> SignInRecipe.Faults {
        guard (seconds == nil) != (read == nil) else { return [(["session"], "needs either \"seconds\" or \"read\"")] }
        if let seconds, seconds < 1 { return [(["session", "seconds"], "must be greater than 0")] }
        guard let read, !known.contains(read) else { return [] }
        return [(["session", "read"], "\"\(read.printable(limit: 40))\" is not read by any step")]
    }
}

extension SignInRecipe.Source {
    fileprivate var fault: String? {
        let ways = [json != nil, query != nil, after != nil || before != nil]
        guard ways.count(where: \.self) == 1, (after == nil) == (before == nil) else {
            return "needs exactly one of \"json\", \"query\", and \"after\" with \"before\""
        }
        if let after, let before, after.isEmpty || before.isEmpty {
            return "\"after\" and \"before\" must not be empty"
        }
        guard let json else { return nil }
        do throws(JSONPointer.Fault) { _ = try JSONPointer(json) } catch { return "the pointer \(error)" }
        return nil
    }
}

extension SignInRecipe.Condition {
    fileprivate var faults: SignInRecipe.Faults {
        var faults: SignInRecipe.Faults = []
        if self == Self() { faults.append(([], "states nothing, and so would always hold")) }
        if let status, status.isEmpty || !status.allSatisfy({ (100...599).contains($0) }) {
            faults.append((["status"], "must have status codes such as 200"))
        }
        if contains?.isEmpty == true { faults.append((["contains"], "must not be empty")) }
        if lacks?.isEmpty == true { faults.append((["lacks"], "must not be empty")) }
        for pointer in (json ?? [:]).keys.sorted() {
            do throws(JSONPointer.Fault) { _ = try JSONPointer(pointer) } catch {
                faults.append((["json", pointer], error.description))
            }
        }
        if let redirect, redirect == SignInRecipe.Redirect() {
            faults.append((["redirect"], "states nothing, and so would always hold"))
        }
        return faults
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool { Character(Unicode.Scalar(self)).isHexDigit }
}
