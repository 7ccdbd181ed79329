import Foundation

/// The folder of real-world answers and peers' behaviours, which is no part of this package.
struct Corpus: Sendable {
    /// Named by `CONNECTIVITY_CORPUS`, else beside the package; `nil` where there is none.
    static let found: Corpus? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let named = ProcessInfo.processInfo.environment["CONNECTIVITY_CORPUS"]
        let folder = named.map { URL(filePath: $0) } ?? package.appending(path: "../shared/corpus").standardized
        let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "vectors.jsonl").path())
        if !isThere { print("vectors: not scored, there is no corpus at \(folder.path())") }
        return isThere ? Corpus(folder: folder) : nil
    }()

    let folder: URL

    /// The objects of a file with one a line.
    func objects(_ name: String) throws -> [JSON] {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return try text.split(separator: "\n").map { try JSON(parsing: String($0)) }
    }

    /// The body of a recorded response.
    func body(of entry: JSON) throws -> [UInt8] {
        guard let file = entry["file"]?.text else { return [] }
        return [UInt8](try Data(contentsOf: folder.appending(path: file)))
    }

    /// The body of the recorded response with a name.
    func body(named id: String) throws -> [UInt8]? {
        try objects("corpus.jsonl").first { $0["id"]?.text == id }.map(body)
    }
}
