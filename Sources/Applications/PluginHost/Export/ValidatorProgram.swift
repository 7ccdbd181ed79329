#if os(Linux)
public import ConnectivityCore
public import ConnectivityRegistry
import Glibc

/// Makes an executable of a validator that a configuration can name.
///
/// ```swift
/// import ConnectivityPluginHost
///
/// @main extension ServiceState: ValidatorProgram {}
/// ```
///
/// A configuration names the executable under `plugins`, see the article "Plugins as programs". The name of the validator,
/// its summary and its options are those of ``ConnectivityRegistry/Configurable``.
public protocol ValidatorProgram: ResponseValidator, Configurable {
    /// The version in the record of every verdict; by default `1.0`.
    static var version: String { get }
    /// The sentence templates for its reasons, by code, in the format of `Sentences` in ConnectivityText; empty by default.
    static var sentences: [String: String] { get }
}

extension ValidatorProgram {
    public static var version: String { "1.0" }
    public static var sentences: [String: String] { [:] }

    /// Answers the requests of a host on standard input and output, and returns when the input ends.
    ///
    /// Calls to ``ConnectivityCore/ResponseValidator/validate(_:)`` follow one another on this thread. A reason whose code
    /// has no dot, such as that of a built-in validator, becomes a text. Standard output carries the messages: print
    /// diagnostics on standard error.
    public static func main() {
        var registry = PluginRegistry()
        do throws(PluginError) {
            try registry.register(validator: Self.self)
        } catch {
            preconditionFailure("an empty registry takes every name: \(error)")
        }
        let description = registry[.validator].descriptions.first
        // The validator of the last request is kept, because options seldom change.
        var last: (options: JSON, validator: any ResponseValidator)?
        PluginServer(introduction: description.map(introduction) ?? .null) { options, exchange throws(PluginFault) in
            if last?.options != options {
                do throws(PluginError) {
                    last = (options, try decodeOptions(Self.self, of: pluginID, from: options))
                } catch {
                    throw PluginFault(.refused, "\(error)")
                }
            }
            return PluginVerdict(last?.validator.validate(exchange) ?? .inconclusive)
        }.run()
    }

    private static func introduction(_ description: ComponentDescription) -> JSON {
        let sample = ComponentDescription.sample(of: Self.self)
        let isExpectation = sample?.role == .expectation
        let isMet = sample.map { sample in
            ProbeExchange.gatewayAnswers.contains { sample.validate($0).finding == .genuine }
        }
        let statesContent = isExpectation && isMet == false
        let component = JSON.object([
            ("use", .string(pluginID.description)), ("summary", .string(summary)),
            ("expectation", .bool(isExpectation)), ("content", .bool(statesContent)),
            ("options", OptionSchema.written(description.options)),
        ])
        let name = pluginID.description.split(separator: ".").dropFirst().joined(separator: ".")
        return .object([
            ("protocol", .integer(PluginMessage.version)), ("name", .string(name)), ("version", .string(version)),
            ("registers", .array([component])),
            ("sentences", .object(sentences.sortedByKey.map { ($0.key, .string($0.value)) })),
        ])
    }
}

extension OptionSchema {
    /// The schema of the options in a component's description.
    fileprivate static func written(_ options: [ComponentDescription.Option]) -> JSON {
        func schema(_ kind: String) -> JSON {
            if let element = kind.split(separator: "list of ", maxSplits: 1).last, kind.hasPrefix("list of ") {
                return .object([("type", .string("array")), ("items", schema(String(element)))])
            }
            switch kind {
            case "text": return .object([("type", .string("string"))])
            case "true|false": return .object([("type", .string("boolean"))])
            case "integer", "number": return .object([("type", .string(kind))])
            case _ where kind.contains("|"):
                let choices = kind.split(separator: "|").map { JSON.string(String($0)) }
                return .object([("type", .string("string")), ("enum", .array(choices))])
            // The validator itself refuses unsuitable values.
            default: return .object([])
            }
        }
        return .object([
            ("type", .string("object")), ("properties", .object(options.map { ($0.name, schema($0.kind)) })),
            ("required", .array(options.filter(\.isRequired).map { .string($0.name) })),
        ])
    }
}
#endif
