import ConnectivityCore
import ConnectivityRedaction

/// A posted event: a line of JSON without secrets, whose member `id` differs from that of every other posting.
struct Posting: Sendable {
    let id: String
    /// The JSON text, without a line end.
    private(set) var text: String

    init(_ line: Line) throws {
        id = (0..<16).map { _ in UInt8.random(in: 0...255) }.hexadecimal
        var redactor = TextRedactor(.standard)
        text = redactor.redacted(try line.json)
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
    var merged: Int { Self.json(text.utf8)?["merged"]?.whole() ?? 0 }

    /// Adds an older posting and its own count to the count of this one.
    mutating func merge(_ older: Posting) { set(["merged": .integer(merged + older.merged + 1)]) }

    private mutating func set(_ values: [String: JSON]) {
        guard let json = Self.json(text.utf8), case .object(var members) = json.value else { return }
        for index in members.indices { members[index].value = values[members[index].name] ?? members[index].value }
        text = JSON(.object(members)).text
    }

    private static func json(_ text: some Collection<UInt8>) -> JSON? {
        var reader = JSONReader(text, byteCountMax: PostingQueue.byteCountMax)
        return try? reader.document()
    }
}
