import Foundation
import TestSupport

/// The folder of real-world answers and of the behaviour of peers, which does not belong to this package.
struct Corpus: Sendable {
    /// The corpus in the folder `CONNECTIVITY_CORPUS` or next to the package; `nil` without a corpus.
    static let found: Corpus? = {
        let package = URL.package.standardized
        let named = ProcessInfo.processInfo.environment["CONNECTIVITY_CORPUS"]
        let folder = named.map { URL(filePath: $0) } ?? package.appending(path: "../shared/corpus").standardized
        let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "vectors.jsonl").path())
        return isThere ? Corpus(folder: folder) : nil
    }()

    static let need = Need(obstacle: found == nil ? "needs a corpus: CONNECTIVITY_CORPUS=FOLDER" : nil)

    let folder: URL

    /// Returns the objects of a file that has one per line.
    func objects(_ name: String) throws -> [JSON] {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return try text.split(separator: "\n").map { try JSON(parsing: String($0)) }
    }

    /// Returns the body of a recorded response.
    func body(of entry: JSON) throws -> [UInt8] {
        guard let file = entry["file"]?.text else { return [] }
        return [UInt8](try Data(contentsOf: folder.appending(path: file)))
    }

    /// Returns the body of the recorded response with an identifier.
    func body(named id: String) throws -> [UInt8]? {
        try objects("corpus.jsonl").first { $0["id"]?.text == id }.map(body)
    }
}
