/// The files of a new plugin, in one language; their texts are in Fixtures/templates.
enum PluginTemplate: String, CaseIterable {
    case sh, python, c, swift

    enum Kind: String, CaseIterable {
        case validator, prober, notifier, source
        case signIn = "sign-in"
    }

    struct File {
        var path: String
        var text: String
        var isExecutable = false
    }

    private typealias Texts = PackageResources

    /// The files of a plugin with a name such as `example.pong`.
    func files(_ name: String, _ kind: Kind) -> [File] {
        let program = self == .swift ? ".build/release/plugin" : name
        let build: String =
            switch self {
            case .sh, .python: ""
            case .c: "make\n"
            case .swift: "swift build -c release\n"
            }
        func file(_ path: String, _ text: [UInt8], isExecutable: Bool = false) -> File {
            let text = String(
                embedded: text,
                replacing: [
                    "@READER@\n": String(embedded: Texts.reader_c), "@BUILD@": build, "@PROGRAM@": program,
                    "@NAME@": name,
                ]
            )
            return File(path: path, text: text, isExecutable: isExecutable)
        }
        var files =
            switch self {
            case .sh, .python: [file(name, source(of: kind), isExecutable: true)]
            case .c: [file("plugin.c", source(of: kind)), file("Makefile", Texts.Makefile)]
            case .swift:
                [file("Sources/plugin/main.swift", source(of: kind)), file("Package.swift", Texts.Package_swift)]
            }
        if kind == .validator {
            files += [
                file("recordings/genuine.http", Texts.genuine_txt), file("recordings/other.http", Texts.other_txt),
                file("recordings/portal.http", Texts.portal_txt),
            ]
        }
        let (configuration, test, readme) = Self.texts(of: kind)
        return files + [
            file("configuration.json", configuration), file("test", test, isExecutable: true),
            file("README.md", readme),
        ]
    }

    private func source(of kind: Kind) -> [UInt8] {
        switch (self, kind) {
        case (.sh, .validator): Texts.validator_sh
        case (.sh, .prober): Texts.prober_sh
        case (.sh, .notifier): Texts.notifier_sh
        case (.sh, .source): Texts.source_sh
        case (.sh, .signIn): Texts.sign_in_sh
        case (.python, .validator): Texts.validator_py
        case (.python, .prober): Texts.prober_py
        case (.python, .notifier): Texts.notifier_py
        case (.python, .source): Texts.source_py
        case (.python, .signIn): Texts.sign_in_py
        case (.c, .validator): Texts.validator_c
        case (.c, .prober): Texts.prober_c
        case (.c, .notifier): Texts.notifier_c
        case (.c, .source): Texts.source_c
        case (.c, .signIn): Texts.sign_in_c
        case (.swift, .validator): Texts.validator_swift
        case (.swift, .prober): Texts.prober_swift
        case (.swift, .notifier): Texts.notifier_swift
        case (.swift, .source): Texts.source_swift
        case (.swift, .signIn): Texts.sign_in_swift
        }
    }

    private static func texts(of kind: Kind) -> (configuration: [UInt8], test: [UInt8], readme: [UInt8]) {
        switch kind {
        case .validator: (Texts.validator_json, Texts.validator_test_sh, Texts.validator_md)
        case .prober: (Texts.prober_json, Texts.prober_test_sh, Texts.prober_md)
        case .notifier: (Texts.notifier_json, Texts.notifier_test_sh, Texts.notifier_md)
        case .source: (Texts.source_json, Texts.source_test_sh, Texts.source_md)
        case .signIn: (Texts.sign_in_json, Texts.sign_in_test_sh, Texts.sign_in_md)
        }
    }
}
