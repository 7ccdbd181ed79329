public import ConnectivityCore

/// The JSON of the option is its URI.
extension Provisioning.CaptivePortalOption: Codable, SchemaProviding {
    package static var schema: Schema { .text() }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do throws(Fault) { try self.init(Array(text.utf8)) } catch {
            throw decoder.fault("is not a valid captive portal option: \(error)")
        }
    }

    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
