import ConnectivityCore

extension Reason {
    static func codeDiffers(_ code: DNSResponseCode, expected: [DNSResponseCode]) -> Reason {
        Reason("rcode-differs", ["expected": .texts(expected.map(\.description)), "actual": .text("\(code)")])
    }

    static func nameAbsent(_ answer: DNSAnswer, _ type: DNSRecordType) -> Reason {
        let facts: Facts = [
            "name": .text("\(answer.name)"), "rcode": .text("\(answer.code)"), "type": .text("\(type)"),
        ]
        return Reason("name-absent", facts)
    }
}

extension Fact {
    /// Returns the first 16 texts of a list, which may come from a peer.
    static func texts(_ texts: [String]) -> Fact { .list(texts.prefix(16).map(Fact.text)) }
}
