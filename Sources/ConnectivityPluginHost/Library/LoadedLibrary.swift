#if os(Linux)
internal import ConnectivityCore
internal import ConnectivityRegistry

/// A library that has introduced itself.
///
/// It stays loaded when the last reference ends; its thread ends then.
final class LoadedLibrary: PluginCarrier {
    let manifest: PluginManifest
    let digest: String
    private let thread: LibraryThread

    /// How long a library may take to be loaded and to introduce itself.
    static let startLimit = Duration.seconds(5)

    /// Loads a library and waits until it has introduced itself.
    init(_ file: LibraryFile, within limit: Duration = startLimit) async throws(PluginFault) {
        digest = file.digest
        thread = try LibraryThread()
        do throws(PluginFault) {
            manifest = try PluginManifest(
                ofLibrary: try await thread.ask(until: .now + limit) { calls throws(PluginFault) in
                    try calls.load(file)
                    return try calls.introduction()
                }
            )
        } catch {
            thread.end()
            throw error
        }
    }

    deinit { thread.end() }

    func opinion(
        of witness: PluginWitness<LoadedLibrary>,
        on exchange: ProbeExchange,
        within limit: Duration
    ) async throws(PluginFault) -> PluginVerdict {
        let use = LibraryUse(id: witness.component.id, options: witness.optionText)
        return try await thread.ask(until: .now + limit) { calls throws(PluginFault) in
            try calls.verdict(use, on: exchange)
        }.plugin(of: "validate")
    }

    func end() async -> Bool { false }

    /// Registers every validator.
    func register(in registry: inout PluginRegistry) throws(PluginError) {
        for component in manifest.registers { try register(component, in: &registry) }
        try registry.register(sentences: manifest.sentences)
    }
}

extension PluginManifest {
    /// Reads what a library says of itself; it can carry validators only, because everything else waits for something.
    init(ofLibrary introduction: JSON) throws(PluginFault) {
        self = try introduction.plugin(of: "introduce")
        guard let other = registers.first(where: { $0.stage != .validator }) else { return }
        throw PluginFault(.malformed, "a library carries validators only; \(other.id) must be in a program")
    }
}
#endif
