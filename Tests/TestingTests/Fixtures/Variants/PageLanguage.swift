import ConnectivityCore
import Foundation

@testable import ConnectivityFixtures

/// The words of a page in one language, invented for this package, and the character set of older pages.
struct PageLanguage: Sendable {
    /// The tag of the language (RFC 5646).
    let tag: String
    let title: String
    /// The request of a portal to a person.
    let invitation: String
    let button: String
    /// The statement of a filter.
    let refusal: String
    /// The name of the older character set.
    let charset: String
    private let encoding: String.Encoding

    private init(row: [String]) {
        guard row.count == 7, let encoding = UInt(row[6], radix: 16) else {
            preconditionFailure("no words of a language: \(row)")
        }
        (tag, title, invitation) = (row[0], row[1], row[2])
        (button, refusal, charset) = (row[3], row[4], row[5])
        self.encoding = String.Encoding(rawValue: encoding)
    }

    /// Returns a text in the older character set; a character that it lacks becomes a question mark.
    func bytes(of text: String) -> [UInt8] {
        Array(text.data(using: encoding, allowLossyConversion: true) ?? Data(text.utf8))
    }

    /// Returns the language with a tag, or English.
    static func tagged(_ tag: String?) -> PageLanguage { all.first { $0.tag == tag } ?? all[0] }

    /// All languages, English first, from languages.tsv.
    static let all = String(decoding: PackageResources.languages_tsv, as: UTF8.self).split(separator: "\n").dropFirst()
        .map { PageLanguage(row: $0.split(separator: "\t").map(String.init)) }
}
