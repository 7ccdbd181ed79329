/// The words that a person would read on a page: its title and the beginning of its text.
///
/// One pass over the bytes: tags, comments, scripts and styles are left out, white space is one space, and letters are
/// small. A body that is no HTML is its own text.
struct PageText: Hashable {
    /// The most bytes that are kept of the text; what a page is about stands at its beginning.
    static let byteCountMax = 8192

    /// The text of the first `title` element.
    private(set) var title = ""
    /// The text of the rest.
    private(set) var text = ""

    init(_ body: some Collection<UInt8>) {
        var reader = Reader(bytes: Array(body))
        reader.read()
        title = reader.title.words
        text = reader.text.words
    }

    /// The title and the text.
    var all: String { "\(title) \(text)" }

    private struct Reader {
        let bytes: [UInt8]
        var title: [UInt8] = []
        var text: [UInt8] = []
        private var position = 0
        private var isTitle = false

        private static let hidden = ["script", "style", "title"].map { Array($0.utf8) }
        /// Elements that do not part a word in two.
        private static let inline = ["a", "b", "i", "u", "em", "font", "small", "span", "strong", "sup"].map {
            Array($0.utf8)
        }
        private static let comment = Array("<!--".utf8)
        private static let commentEnd = Array("-->".utf8)
        private static let entities: [([UInt8], UInt8)] =
            ([
                "&nbsp;": " ", "&#160;": " ", "&amp;": "&", "&quot;": "\"", "&#39;": "'", "&rsquo;": "'",
                "&#8217;": "'",
            ] as KeyValuePairs<String, Unicode.Scalar>).map { (Array($0.key.utf8), UInt8(ascii: $0.value)) }

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func read() {
            while position < bytes.count, text.count < PageText.byteCountMax {
                let byte = bytes[position]
                switch byte {
                case UInt8(ascii: "<"): readMarkup()
                case UInt8(ascii: "&"): readEntity()
                default: take(byte)
                }
            }
        }

        private mutating func take(_ byte: UInt8) {
            append(byte)
            position += 1
        }

        private mutating func append(_ byte: UInt8) {
            if !isTitle {
                text.append(byte)
            } else if title.count < PageText.byteCountMax {
                title.append(byte)
            }
        }

        private mutating func readEntity() {
            guard let entity = Self.entities.first(where: { stands($0.0) }) else { return take(bytes[position]) }
            append(entity.1)
            position += entity.0.count
        }

        private mutating func readMarkup() {
            if stands(Self.comment) {
                position = end(of: Self.commentEnd)
                return
            }
            let next = position + 1 < bytes.count ? bytes[position + 1].asciiLowercased : 0
            guard (0x61...0x7A).contains(next) || [0x21, 0x2F, 0x3F].contains(next) else {
                return take(bytes[position])
            }
            let isEnd = next == UInt8(ascii: "/")
            let start = position + (isEnd ? 2 : 1)
            let name = bytes[start...].prefix(8).prefix { (0x41...0x7A).contains($0) }.map(\.asciiLowercased)
            position = end(of: [UInt8(ascii: ">")])
            if isEnd || isTitle || !Self.hidden.contains(name) {
                isTitle = false
                if !Self.inline.contains(name) { append(0x20) }
            } else if name == Self.hidden[2] {
                isTitle = title.isEmpty
            } else {
                position = end(of: [0x3C, 0x2F] + name)
            }
        }

        private func stands(_ wanted: [UInt8]) -> Bool { bytes[position...].starts(with: wanted) }

        /// Where the rest begins behind some small letters, in either case.
        private func end(of wanted: [UInt8]) -> Int {
            var index = position
            while index + wanted.count <= bytes.count {
                if bytes[index].asciiLowercased == wanted[0],
                    wanted.indices.allSatisfy({ bytes[index + $0].asciiLowercased == wanted[$0] })
                {
                    return index + wanted.count
                }
                index += 1
            }
            return bytes.count
        }
    }
}

extension [UInt8] {
    /// The words in small letters with one space between them.
    fileprivate var words: String {
        let words = prefix(PageText.byteCountMax).split(whereSeparator: \.isASCIIWhitespace)
        return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self).lowercased()
    }
}
