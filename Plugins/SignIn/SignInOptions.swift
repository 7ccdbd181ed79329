import ConnectivityCore
import ConnectivityRegistry
import ConnectivityWire

/// The options of the companion: a rule with the conditions for an interface and a portal, the agent, and its permissions.
struct SignInOptions: FieldCodable {
    var name: String?
    var match = PipelineConfiguration.NetworkMatch()
    var portal: Texts?
    var agent: ComponentReference?
    var secrets: [String: WrittenSecret]?
    var hosts: [String]?
    var plainHTTP: Bool?
    var accepts: WrittenTerms?
    var logOff: Bool?

    static let fields = FieldTable(
        SignInOptions(),
        [
            .optional("name", \.name)
        ],
        FieldTable<Self>.Field.inlined(PipelineConfiguration.NetworkMatch.fields, \.match),
        [
            .optional("portal", \.portal),
            .optional("agent", \.agent).with {
                ComponentReference.schema(of: "SignInAgent")
            },
            .optional("secrets", \.secrets),
            .optional("hosts", \.hosts),
            .optional("plainHTTP", \.plainHTTP),
            .optional("accepts", \.accepts),
            .optional("logOff", \.logOff),
        ]
    )

    static var schema: Schema { fields.schema("SignIn") }

    func rule(in registry: PluginRegistry) throws(PluginError) -> SignInRule {
        guard name != "" else { throw fault(["name"], "must not be empty") }
        guard let first = match.firstText ?? portal?.texts.first else {
            throw fault([], "needs at least one of ssid, gateway, interface, domain and portal")
        }
        guard let agent else { throw fault([], "needs \"agent\", which signs in") }
        var rule = SignInRule(name ?? first, on: match, agent: try registry.signInAgent(agent))
        rule.portals = portal?.texts.map { $0.lowercased() } ?? []
        rule.agentName = SignInRule.name(of: rule.agent, as: "\(agent.id)")
        rule.permitsPlainHTTP = plainHTTP ?? false
        for host in rule.portals { try Self.check(host, "portal", permitsPattern: true) }
        for host in hosts ?? [] { try Self.check(host, "hosts", permitsPattern: false) }
        rule.hosts = Set((hosts ?? []).map { $0.lowercased() })
        for (name, secret) in secrets ?? [:] { rule.secrets[name] = try secret.secret(at: ["secrets", name]) }
        rule.accepts = accepts?.terms
        rule.logsOff = logOff ?? false
        return rule
    }

    private static func check(_ host: String, _ option: String, permitsPattern: Bool) throws(PluginError) {
        let isPattern = host.hasPrefix("*.")
        let name = isPattern ? String(host.dropFirst(2)) : host
        let url = try? HTTPURL("https://\(name.contains(":") ? "[\(name)]" : name)/")
        guard isPattern ? permitsPattern : true, let url, url.host == name.lowercased(), url.port == nil else {
            let kind =
                isPattern && !permitsPattern ? "one host; write the name of each" : "the name or address of a host"
            throw fault([option], "\"\(host.printable(limit: 200))\" is not \(kind)")
        }
    }
}

func fault(_ path: [String], _ detail: String) -> PluginError {
    .invalidOption(SignIn.pluginID, path: path, detail: detail)
}

/// A secret for a sign-in: its location, and the only host that receives it.
struct WrittenSecret: FieldCodable {
    var file: String?
    var environment: String?
    var text: String?
    var keyring: [String: String]?
    var to: String?

    static let fields = FieldTable(
        WrittenSecret(),
        [
            .optional("file", \.file),
            .optional("environment", \.environment),
            .optional("text", \.text),
            .optional("keyring", \.keyring),
            .optional("to", \.to),
        ]
    )

    static var schema: Schema { fields.schema("SignInSecret") }

    func secret(at path: [String]) throws(PluginError) -> SignInRule.Secret {
        guard let to, let url = try? HTTPURL("https://\(to)/"), url.authority == to.lowercased() else {
            throw fault(
                path,
                "needs \"to\", the only host that receives it, such as login.hotel.example or 192.0.2.1:3990"
            )
        }
        let source: HTTPQuestion.SecretField.Source
        switch (file, environment, text, keyring) {
        case (let file?, nil, nil, nil):
            guard file.hasPrefix("/") else { throw fault(path + ["file"], "must be an absolute path") }
            source = .file(file)
        case (nil, let name?, nil, nil): source = .environment(name)
        case (nil, nil, let text?, nil): source = .text(text)
        case (nil, nil, nil, let attributes?):
            guard Keyring.accepts(attributes) else {
                let form =
                    "names and values, none empty or with - at its beginning, such as {\"service\": \"hotel\"}"
                throw fault(path + ["keyring"], "must be 1 to \(Keyring.countMax) \(form)")
            }
            source = .keyring(attributes)
        default: throw fault(path, "needs either \"file\", \"environment\", \"keyring\" or \"text\"")
        }
        return SignInRule.Secret(source, to: to)
    }
}

/// The terms that the user accepts: a text, or a text and the digest of the page.
struct WrittenTerms: Codable, SchemaProviding {
    var terms: SignInRule.Terms

    private struct Object: FieldCodable {
        var text = ""
        var digest: String?

        static let fields = FieldTable(
            Object(),
            [
                .required("text", \.text),
                .optional("digest", \.digest),
            ]
        )

        static var schema: Schema { fields.schema("SignInTerms") }
    }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            terms = SignInRule.Terms(text)
        } else {
            let object = try Object(from: decoder)
            terms = SignInRule.Terms(object.text, digest: object.digest?.lowercased())
        }
        let isDigest = terms.digest.map { digests in
            let parts = digests.split(separator: " ", omittingEmptySubsequences: false)
            return parts.allSatisfy { $0.utf8.count == 64 && $0.allSatisfy { $0.isHexDigit && $0.isASCII } }
        }
        guard !terms.text.isEmpty, isDigest ?? true else {
            throw decoder.fault(
                terms.text.isEmpty
                    ? "must not be empty" : "digest must have 64 hexadecimal digits for each page, separated by a space"
            )
        }
    }

    func encode(to encoder: any Encoder) throws {
        guard let digest = terms.digest else { return try terms.text.encode(to: encoder) }
        var object = Object()
        (object.text, object.digest) = (terms.text, digest)
        try object.encode(to: encoder)
    }

    static var schema: Schema { .either([.text(), Object.schema]) }
}
