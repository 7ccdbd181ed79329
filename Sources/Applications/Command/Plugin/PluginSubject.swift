#if os(Linux)
import ConnectivityCommandTools
import ConnectivityCore
import ConnectivityKit
import ConnectivityPluginHost
import ConnectivityRegistry

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The subject of a trial or a check: a program, or a folder with a configuration for one.
struct PluginSubject {
    static let optionsOption = Grammar.Option.value(
        "options",
        "JSON",
        "the options for its validators, as in a configuration (default {}, or those in the configuration.json of FOLDER)"
    )
    static let configurationName = "configuration.json"

    let program: PluginProgram
    let options: PluginOptions
    /// The folder as given; `nil` for a program.
    let folder: String?
    private let operand: String
    /// The place of the options, for messages.
    private let optionsPlace: String

    /// Reads the first operand and the options; with `onlyFirst`, further operands are not arguments of the program.
    /// - Throws: An error for a folder without a configuration that names one plugin, or for options that are not JSON.
    init(_ arguments: Arguments, onlyFirst: Bool = false) throws(CommandError) {
        guard let operand = arguments.operands.first else { throw arguments.usage("missing FOLDER or PROGRAM") }
        self.operand = operand
        let written = try Self.options(arguments)
        guard OutputFile.isFolder(operand) else {
            let path = OutputFile.absolute(operand)
            guard OutputFile.isThere(path) else { throw .noInput("\(operand.printable(limit: 200)) does not exist") }
            program = PluginProgram(command: [path] + (onlyFirst ? [] : arguments.operands.dropFirst()))
            (options, optionsPlace, folder) = (PluginOptions(written ?? .object([])), "--options", nil)
            return
        }
        let path = Self.path(Self.configurationName, in: operand)
        guard OutputFile.isThere(path) else {
            let name = operand.printable(limit: 200)
            throw .noInput(
                "\(name) has no \(Self.configurationName), which plugin new makes; name a program"
            )
        }
        let file = try ConfigurationFile(path)
        do throws(PluginError) {
            let plugins = file.written.plugins
            guard plugins.count == 1 else {
                let detail = "must name the one plugin that is tried or checked, not \(plugins.count)"
                let (id, position) = (PipelineConfiguration.pluginID, file.json.position(at: ["plugins"]))
                throw .invalidOption(id, path: ["plugins"], detail: detail, at: position)
            }
            program = plugins[0]
        } catch {
            throw file.error(error)
        }
        options = written.map { PluginOptions($0) } ?? PluginOptions(usedIn: file.json)
        (optionsPlace, folder) = (written == nil ? path : "--options", operand)
    }

    /// Returns the recordings of a folder, in the order of the bytes of their names.
    static func recordings(in folder: String) throws(CommandError) -> [String] {
        let place = path("recordings", in: folder)
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [])
            .filter { $0.hasSuffix(".http") && !$0.hasPrefix(".") }
        guard !names.isEmpty else {
            throw .noInput("\(place.printable(limit: 200)) has no recordings (*.http); name one after the folder")
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(place)/\($0)" }
    }

    /// Calls a body, and adds the place of a fault in the options or the program to its error.
    func namingFaults<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let unfit as PluginOptions.Unfit {
            throw CommandError(unfit.fault, in: optionsPlace)
        } catch let error as PluginError {
            throw CommandError(error, in: operand)
        }
    }

    private static func options(_ arguments: Arguments) throws(CommandError) -> JSON? {
        guard let text = try arguments.text("options") else { return nil }
        var reader = JSONReader(text.utf8, byteCountMax: 1024 * 1024)
        let options: JSON
        do throws(JSONFault) { options = try reader.document() } catch { throw arguments.usage("--options: \(error)") }
        guard case .object = options.value else { throw arguments.usage("--options must be a JSON object") }
        return options
    }

    private static func path(_ name: String, in folder: String) -> String {
        let folder = folder.hasSuffix("/") && folder != "/" ? String(folder.dropLast()) : folder
        return folder == "." ? name : "\(folder)/\(name)"
    }
}
#endif
