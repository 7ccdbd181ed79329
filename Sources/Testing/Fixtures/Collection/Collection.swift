import Foundation

/// Reads the files of the collection, which SwiftPM copies next to the program that uses them.
enum Collection {
    /// Returns the names, without the ending and its dot, and contents of the files in one folder, sorted by name.
    ///
    /// The folder is a part of the product, so a folder or file that cannot be read ends the program. The result is not empty.
    static func files(in folder: String, ending: String) -> [(name: String, bytes: [UInt8])] {
        let root = Bundle.module.bundleURL.appending(path: folder)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: root.path()), !names.isEmpty else {
            preconditionFailure(
                "the recordings of ConnectivityFixtures are not in \(root.path()): copy the folder of resources with the program"
            )
        }
        return names.filter { $0.hasSuffix(ending) }.map { $0.dropLast(ending.count) }.sorted().map { name in
            guard let data = FileManager.default.contents(atPath: root.appending(path: name + ending).path()) else {
                preconditionFailure("\(root.path())/\(name)\(ending) cannot be read")
            }
            return ("\(folder)/\(name)", Array(data))
        }
    }

    /// Decodes the name of a recording and finds the recording.
    ///
    /// The encoded form of a recording is its name alone, so that Swift Testing can name one case and run it again.
    static func decode<Item: Identifiable<String>>(_ decoder: any Decoder, from all: [Item]) throws -> Item {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard let item = all.first(where: { $0.id == name }) else {
            throw decoder.fault("no recording is named \(name)")
        }
        return item
    }
}
