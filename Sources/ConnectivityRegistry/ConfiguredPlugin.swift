package import ConnectivityCore

/// A plugin as an element of `plugins` in a configuration: a program or a library.
package enum ConfiguredPlugin: Codable, SchemaProviding, Hashable {
    case program(PluginProgram)
    case library(PluginLibrary)

    package init(from decoder: any Decoder) throws {
        let isLibrary = try decoder.container(keyedBy: FieldName.self).contains("library")
        self = isLibrary ? .library(try PluginLibrary(from: decoder)) : .program(try PluginProgram(from: decoder))
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .program(let program): try program.encode(to: encoder)
        case .library(let library): try library.encode(to: encoder)
        }
    }

    package static var schema: Schema { .either([PluginProgram.schema, PluginLibrary.schema]) }
}

/// A shared library that carries validators, or a folder of them, as an element of `plugins` in a configuration.
///
/// ```json
/// { "library": "/usr/lib/connectivity/pong.so" }
/// ```
package struct PluginLibrary: FieldCodable, Hashable {
    /// The absolute path of the library, or of a folder with libraries.
    package var path = ""

    package static let fields = FieldTable(
        PluginLibrary(),
        [
            .required("library", \.path, about: "The absolute path of a shared library, or of a folder with libraries.")
        ],
        fault: \.fault
    )

    package init(path: String = "") { self.path = path }
    package init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }

    private var fault: String? {
        // The loader would search for a bare name in folders that the configuration does not name.
        guard path.hasPrefix("/") else {
            return #"the path of a library must be absolute, or begin with "./", the folder of the configuration"#
        }
        return path.utf8.contains(0) ? "contains a null character" : nil
    }
}

/// A plugin that is used and whose components are registered, see ConnectivityPluginHost.
package struct StartedPlugin: Sendable {
    package var plugin: ConfiguredPlugin

    package init(_ plugin: ConfiguredPlugin) { self.plugin = plugin }
}
