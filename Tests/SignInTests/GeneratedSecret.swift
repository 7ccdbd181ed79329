import ConnectivityCore
import ConnectivityRedaction
import Foundation

/// A secret that is made anew from a seed, in a file, and the search for it in any encoding.
///
/// It has two pieces that no page has by itself, and between them what forms, JSON, HTML and URLs escape.
struct GeneratedSecret {
    private static let joints = [
        "", "\"", "&", "<", "/", "'", " ", "+", "\\", "=", "ü", "%", "a&b=c", "\"},{\"", "#", ";",
    ]

    let value: String
    /// The parts of which none may be found.
    let pieces: [String]
    let file: String

    init(_ random: inout SplitMix64) throws {
        func piece() -> String {
            String((0..<6).map { _ in "bcdfghjkmnqrtvwxz".randomElement(using: &random) ?? "q" })
        }
        pieces = [piece(), piece()]
        value = pieces.joined(separator: Self.joints.randomElement(using: &random) ?? "")
        file = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID().uuidString)").path()
        try value.write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// Returns the parts that are found in bytes: as they are, escaped, in Base64, in hexadecimal digits or in UTF-16, in either
    /// case and direction.
    func found(in bytes: [UInt8]) -> [String] {
        let decoded = DecodedText(bytes.filter { $0 != 0 }).bytes
        var texts = [String(decoding: decoded, as: UTF8.self).lowercased()]
        let runs = decoded.split { !($0.isASCIIDigit || $0.isASCIILetter || "+/-_=".utf8.contains($0)) }
        for run in runs where run.count >= 8 {
            let text = String(decoding: run, as: UTF8.self).replacing("-", with: "+").replacing("_", with: "/")
            for start in 0..<4 where start < text.count {
                let digits = text.dropFirst(start).prefix { $0 != "=" }
                let whole = digits.prefix(digits.count / 4 * 4)
                if let data = Data(base64Encoded: String(whole)) { texts.append(String(decoding: data, as: UTF8.self)) }
            }
            for start in 0..<2 where text.dropFirst(start).allSatisfy(\.isHexDigit) {
                let digits = Array(text.dropFirst(start))
                let octets = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                    UInt8(String(digits[$0...$0 + 1]), radix: 16)
                }
                texts.append(String(decoding: octets, as: UTF8.self))
            }
        }
        texts = texts.map { $0.lowercased() }
        return pieces.filter { piece in
            texts.contains { $0.contains(piece) || $0.contains(String(piece.reversed())) }
        }
    }

    /// The encodings in which a portal can say the secret again.
    static let encodings: [@Sendable (String) -> String] = [
        { $0 }, { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" },
        { Data($0.utf8).base64EncodedString() }, { Data("ab\($0)".utf8).base64EncodedString() },
        { JSON.string($0).text },
        { $0.unicodeScalars.map { "&#\($0.value);" }.joined() },
        { $0.utf16.map { String(format: "\\u%04x", Int($0)) }.joined() },
        { ($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "").replacing("%", with: "%25") },
    ]
}
