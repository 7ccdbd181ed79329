import ConnectivityCore
import ConnectivityWire

/// A posting: JSON without secrets, whose member `id` differs from that of every other posting.
struct Posting: Sendable {
    let id: String
    /// The JSON text, without a line end.
    private(set) var text: String

    init(_ line: Line) throws { self.init(try line.json) }

    /// Creates a posting about an event with these members.
    init(_ event: LinesNotifier.Event, _ members: [JSON.Member]) {
        let own = [JSON.Member("type", .string(event.rawValue)), .init("id", .null), .init("merged", .null)]
        self.init(JSON(.object(own + members)).text)
    }

    private init(_ json: String) {
        id = (0..<16).map { _ in UInt8.random(in: 0...255) }.hexadecimal
        text = Self.json(json.utf8)?.withoutSecrets ?? json
        set(["id": .string(id), "merged": .integer(0)])
    }

    /// Reads a posting; `nil` if the text has another form.
    init?(parsing text: ArraySlice<UInt8>) {
        guard let json = Self.json(text), let id = json["id"]?.string, json["type"]?.string != nil,
            json["merged"]?.whole(Int.self) != nil
        else { return nil }
        (self.id, self.text) = (id, json.text)
    }

    /// The number of older postings that this one replaces.
    var merged: Int { json?["merged"]?.whole() ?? 0 }
    var json: JSON? { Self.json(text.utf8) }

    /// Adds an older posting and its own count to the count of this one.
    mutating func merge(_ older: Posting) { set(["merged": .integer(merged + older.merged + 1)]) }

    private mutating func set(_ values: [String: JSON]) {
        guard var members = json?.members else { return }
        for index in members.indices { members[index].value = values[members[index].name] ?? members[index].value }
        text = JSON(.object(members)).text
    }

    static func members(of text: String) -> [JSON.Member] { json(text.utf8)?.members ?? [] }

    private static func json(_ text: some Collection<UInt8>) -> JSON? {
        var reader = JSONReader(text, byteCountMax: PostingQueue.byteCountMax)
        return try? reader.document()
    }
}

extension JSON {
    /// The members of an object; empty for other values.
    var members: [Member] { if case .object(let members) = value { members } else { [] } }
}
