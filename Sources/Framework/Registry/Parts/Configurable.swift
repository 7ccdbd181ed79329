package import ConnectivityWire

/// A component that configuration can name.
///
/// The type is its own options: the object in the configuration is decoded directly into the type. A key that the
/// decoder does not read is an error, so the decoder must read every key that it knows. Decoding must have no side
/// effects, so that a configuration can be checked on any host.
public protocol Configurable: ConfigurationWritable, Codable, Sendable {
    /// The name in configuration.
    static var pluginID: PluginID { get }
    /// One sentence on what the component does, without a full stop, such as "expects a text in the body"; empty by default.
    static var summary: String { get }
}

extension Configurable {
    public static var summary: String { "" }
}

/// A component without options; the default implementation encodes an empty object.
public protocol OptionlessConfigurable: Configurable {
    /// Creates the component.
    init()
}

private enum NoKeys: CodingKey {}

extension OptionlessConfigurable {
    /// Decodes an object without options.
    /// - Throws: `DecodingError` if the value is not an object.
    public init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: NoKeys.self)
        self.init()
    }

    /// Encodes an object without options.
    /// - Throws: Only errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: NoKeys.self)
    }
}

/// A component of this package whose options are another value, which a table describes.
///
/// A component that is its own options is `FieldCodable`; one of another package need only be `Codable`.
package protocol TableConfigurable: Configurable {
    associatedtype Options: Sendable
    static var table: FieldTable<Options> { get }
    var options: Options { get }
    init(options: Options)
}

extension TableConfigurable {
    public init(from decoder: any Decoder) throws { self.init(options: try Self.table.read(from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try Self.table.write(options, to: encoder) }
}
