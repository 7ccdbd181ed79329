import ConnectivityCore
import ConnectivityRegistry

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The configuration that `--config` names: a file, or a folder with `config.json` and drop-ins in `config.d`.
enum ConfigurationFile {
    private static let dropInCountMax = 100
    /// The lists to which a drop-in adds; all others are choices, which it replaces.
    private static let growing: Set<String> = ["notifiers", "plugins"]

    /// Returns the text of the configuration.
    static func read(_ path: String) throws(CommandError) -> [UInt8] {
        guard path != "-", (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil else {
            return try InputFile.read(path)
        }
        let base = "\(path)/config.json"
        let dropIns = try dropIns(in: "\(path)/config.d")
        let files = dropIns.isEmpty || FileManager.default.fileExists(atPath: base) ? [base] + dropIns : dropIns
        var texts: [[UInt8]] = []
        for file in files { texts.append(try InputFile.read(file)) }
        // The positions in errors are then those of the file.
        if texts.count == 1 { return texts[0] }
        var merged = JSON.object([])
        for (file, text) in zip(files, texts) {
            do throws(PluginError) {
                // What a single file shows: that it is JSON, and that its members exist.
                _ = try PipelineConfiguration.plugins(json: text)
                merged = merge(merged, try JSON(parsing: text, of: "configuration"))
            } catch {
                throw CommandError(error, in: file)
            }
        }
        return merged.encoded(.pretty)
    }

    /// The drop-ins in the order of the bytes of their names.
    private static func dropIns(in folder: String) throws(CommandError) -> [String] {
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
        return chosen.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(folder)/\($0)" }
    }

    /// Returns a configuration with the changes of a drop-in (RFC 7396, with two additions).
    ///
    /// `notifiers` and `plugins` grow, and a component (an object with `use`) is replaced as a whole, because the options of
    /// one component mean nothing to another.
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
                new = .array(own + more)
            } else {
                new = merge(old, change.value)
            }
            if let index { members.remove(at: index) }
            guard new != .null else { continue }
            members.insert(JSON.Member(change.name, new), at: index ?? members.endIndex)
        }
        return JSON(.object(members))
    }
}
