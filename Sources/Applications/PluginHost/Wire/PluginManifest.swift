import ConnectivityCore
import ConnectivityRegistry
import ConnectivityWire

/// The self-description of a plugin, in its answer to `hello`.
struct PluginManifest: FieldCodable {
    /// The kinds of components; each raw value is the first word of the component's name.
    enum Stage: String, Hashable, CaseIterable, Sendable {
        case validator, prober, notifier, source
        case signIn = "sign-in"

        /// The kind of the component with a name; `nil` if the first word is not a kind.
        init?(of id: String) {
            guard let word = id.split(separator: ".").first else { return nil }
            self.init(rawValue: String(word))
        }
    }

    struct Component: FieldCodable {
        /// The name in configuration, such as `validator.example.pong`.
        var id = ""
        /// One sentence on its purpose, without a full stop.
        var summary = ""
        /// Whether a validator states an expectation.
        var isExpectation = false
        /// Whether the verdict of a validator rests on the content of the answer.
        var statesContent = false
        /// The kinds of questions that a prober answers.
        var kinds: [String] = []
        /// The options, in a part of JSON Schema.
        var options = OptionSchema.none

        static let fields = FieldTable(
            Component(),
            [
                .required("use", \.id),
                .filled("summary", \.summary, ""),
                .filled("expectation", \.isExpectation, false),
                .filled("content", \.statesContent, false),
                .filled("kinds", \.kinds, []),
                .filled("options", \.options, .none),
            ],
            fault: \.fault
        )

        var stage: Stage? { Stage(of: id) }

        private var fault: String? {
            let stages = Stage.allCases.map { "\($0.rawValue)." }.joined(separator: ", ")
            guard let stage else { return "the name \(id.printable(limit: 80)) begins with none of \(stages)" }
            guard id.isComponentName else {
                return
                    "the name \(id.printable(limit: 80)) needs three words or more, of lower-case letters, digits and "
                    + "hyphens, joined by dots, such as \(stage.rawValue).example.name"
            }
            if stage == .prober {
                guard !kinds.isEmpty, kinds.count <= 16, kinds.allSatisfy({ Question.Kind(rawValue: $0) != nil }) else {
                    return "\(id) needs \"kinds\", the kinds of questions that it answers"
                }
            }
            return nil
        }
    }

    var version = ""
    var name = ""
    var registers: [Component] = []
    /// Sentences for the reasons of the plugin, by code.
    var sentences: [String: String] = [:]
    private var protocolVersion = 0

    static let fields = FieldTable(
        PluginManifest(),
        [
            .required("protocol", \.protocolVersion),
            .required("name", \.name),
            .required("version", \.version),
            .required("registers", \.registers),
            .filled("sentences", \.sentences, [:]),
        ],
        fault: \.fault
    )

    init() {}

    init(_ answer: JSON) throws(PluginFault) { self = try answer.plugin(of: "hello") }

    private var fault: String? {
        guard protocolVersion == PluginMessage.version else {
            return "protocol \(protocolVersion) is not supported; this program supports \(PluginMessage.version)"
        }
        guard !name.isEmpty, name.utf8.count <= 100, !version.isEmpty, version.utf8.count <= 100 else {
            return "name and version need 1 through 100 bytes"
        }
        guard !registers.isEmpty, registers.count <= 64 else { return "a plugin registers 1 through 64 components" }
        let ids = registers.map(\.id)
        guard Set(ids).count == ids.count else { return "a name is registered twice" }
        return nil
    }
}

extension String {
    /// Whether the text is the name of a component with at least three parts.
    fileprivate var isComponentName: Bool {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return utf8.count <= 100 && parts.count >= 3
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (0x30...0x39).contains(byte)
                            || byte == UInt8(ascii: "-")
                    }
            }
    }
}
