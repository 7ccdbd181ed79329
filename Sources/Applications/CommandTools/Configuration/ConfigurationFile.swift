package import ConnectivityCore
package import ConnectivityRegistry
import ConnectivityWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The configuration that `--config` names: a file, or a folder with `config.json` and drop-ins in `config.d`.
package struct ConfigurationFile: Sendable {
    private static let dropInCountMax = 100
    /// The lists to which a drop-in adds; it replaces all other lists.
    private static let growing: Set<String> = ["companions", "notifiers", "plugins"]

    struct Text: Sendable {
        var path: String
        var bytes: [UInt8]
    }

    /// The configuration; the source of a position is the index of its file.
    package let written: PipelineConfiguration.Written
    private let text: JSONText
    /// The merged value from which the text was made; `nil` if the text is that of a file.
    private let merged: JSON?
    /// The named file or folder.
    let path: String
    /// The files that were read, in order.
    package let files: [String]

    /// Returns the configuration without an option; `nil` if there is no such file.
    package static func usual(_ console: Console) throws(CommandError) -> ConfigurationFile? {
        try ConfigurationFolder.first(of: console.defaultFolders)
    }

    /// Reads the configuration.
    package init(_ path: String) throws(CommandError) {
        var texts: [Text] = []
        for file in try Self.files(at: path) { texts.append(Text(path: file, bytes: try InputFile.read(file))) }
        try self.init(path, texts)
    }

    /// Reads a configuration from the files of a folder.
    init(_ path: String, _ texts: [Text]) throws(CommandError) {
        let files = texts.map(\.path)
        var (merged, single): (JSON?, JSONText?)
        for (index, (file, bytes)) in zip(files, texts.map(\.bytes)).enumerated() {
            do throws(PluginError) {
                let text = try JSONText(parsing: bytes, of: PipelineConfiguration.pluginID, source: UInt16(index))
                // A single file without paths is used as written.
                if files.count == 1, text["plugins"] == nil { single = text; continue }
                let json = PipelineConfiguration.resolved(text.json, in: Self.folder(of: file))
                // A member that another file replaces or removes must also be valid.
                if files.count > 1 { _ = try PipelineConfiguration.Written(JSONText(json)) }
                merged = merged.map { Self.merge($0, json) } ?? json
            } catch {
                throw CommandError(error, in: file)
            }
        }
        let text = single ?? JSONText(merged ?? .object([]))
        do throws(PluginError) {
            written = try PipelineConfiguration.Written(text)
        } catch {
            throw Self.error(error, path, files)
        }
        (self.text, self.merged, self.path, self.files) = (text, merged, path, files)
    }

    /// The configuration as a value.
    package var json: JSON { merged ?? text.json }

    /// Returns the error for a fault of the configuration, with the file of the fault.
    package func error(_ fault: PluginError) -> CommandError { Self.error(fault, path, files) }

    private static func error(_ fault: PluginError, _ path: String, _ files: [String]) -> CommandError {
        CommandError(fault, in: fault.position.map { files[Int($0.source)] } ?? path)
    }

    /// Returns the absolute path of the folder of a file; for standard input, of the current folder.
    private static func folder(of file: String) -> String {
        let current = FileManager.default.currentDirectoryPath
        guard file != "-" else { return current }
        let whole = file.hasPrefix("/") ? file : "\(current)/\(file)"
        return String(whole[..<(whole.lastIndex(of: "/") ?? whole.startIndex)])
    }

    private static func files(at path: String) throws(CommandError) -> [String] {
        guard path != "-", OutputFile.isFolder(path) else { return [path] }
        let base = "\(path)/config.json"
        let folder = "\(path)/config.d"
        let dropIns = try dropInNames(in: folder).map { "\(folder)/\($0)" }
        return dropIns.isEmpty || FileManager.default.fileExists(atPath: base) ? [base] + dropIns : dropIns
    }

    /// The names of the drop-ins, in the order of their bytes.
    static func dropInNames(in folder: String) throws(CommandError) -> [String] {
        let names: [String]
        do {
            guard FileManager.default.fileExists(atPath: folder) else { return [] }
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .noInput("cannot read \(folder.printable(limit: 200)): \(error)")
        }
        let chosen = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        guard chosen.count <= dropInCountMax else {
            throw .configuration("\(folder.printable(limit: 200)) has more than \(dropInCountMax) files")
        }
        return chosen.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns a configuration with the changes of a drop-in (RFC 7396, with two additions).
    ///
    /// `companions`, `notifiers` and `plugins` grow, and a component (an object with `use`) is replaced as a whole, because the
    /// options of one component mean nothing to another. An object or list of both has the position of the drop-in.
    static func merge(_ base: JSON, _ patch: JSON) -> JSON {
        guard case .object(let changes) = patch.value, patch["use"] == nil else { return patch }
        var members: [JSON.Member] = []
        if case .object(let own) = base.value, base["use"] == nil { members = own }
        for change in changes {
            let index = members.firstIndex { $0.name == change.name }
            let old = index.map { members[$0].value } ?? .null
            let new: JSON
            if growing.contains(change.name), case .array(let more) = change.value.value,
                case .array(let own) = old.value
            {
                new = JSON(.array(own + more), at: change.value.position)
            } else {
                new = merge(old, change.value)
            }
            if let index { members.remove(at: index) }
            guard new != .null else { continue }
            members.insert(JSON.Member(change.name, new, at: change.position), at: index ?? members.endIndex)
        }
        return JSON(.object(members), at: patch.position)
    }
}
