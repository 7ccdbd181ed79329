#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Console {
    /// Writes a value as one line of JSON with sorted keys.
    func printJSON(_ value: some Encodable) throws(CommandError) {
        do {
            print(String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self))
        } catch {
            throw .software("a result could not be written as JSON: \(error)")
        }
    }
}

extension JSONEncoder {
    /// The same text for the same value.
    static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
