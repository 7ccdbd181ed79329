#if os(Linux)
internal import ConnectivityCore
internal import ConnectivityRegistry

/// A library that has introduced itself.
///
/// It stays loaded when the last reference ends; its thread ends then.
final class LoadedLibrary: PluginCarrier {
    let path: String
    let manifest: PluginManifest
    let digest: String
    fileprivate let thread: LibraryThread

    /// How long a library may take to be loaded and to introduce itself.
    static let startLimit = Duration.seconds(5)

    /// Loads a library and waits until it has introduced itself.
    init(_ file: LibraryFile, within limit: Duration = startLimit) async throws(PluginFault) {
        (path, digest) = (file.path, file.digest)
        thread = try LibraryThread()
        let introduction = try await thread.introduction(of: file, until: .now + limit)
        manifest = try PluginManifest(ofLibrary: introduction.json(of: "introduce"))
    }

    func opinion(
        of witness: PluginWitness<LoadedLibrary>,
        on exchange: ProbeExchange,
        within limit: Duration
    ) async throws(PluginFault) -> PluginVerdict {
        try await thread.verdict(of: ask(witness, exchange), until: .now + limit)
    }

    /// Lets the library judge an exchange, and returns at once.
    fileprivate func ask(
        _ witness: PluginWitness<LoadedLibrary>,
        _ exchange: ProbeExchange
    ) throws(PluginFault) -> LibraryCall {
        try thread.begin(LibraryUse(id: witness.component.id, options: witness.optionText), on: exchange)
    }

    func end() async -> Bool { false }

    /// Registers every validator.
    func register(in registry: inout PluginRegistry) throws(PluginError) {
        for component in manifest.registers { try register(component, in: &registry) }
        try registry.register(sentences: manifest.sentences)
    }
}

extension PluginWitness: PromptWitness where Carrier == LoadedLibrary {
    func begin(on exchange: ProbeExchange) -> @Sendable (ProbeExchange) async -> Verdict {
        guard let limit = limit(for: exchange) else { return { [late] _ in late } }
        let end = ContinuousClock.now + limit
        do throws(PluginFault) {
            let call = try plugin.ask(self, exchange)
            return { [self] read in
                do throws(PluginFault) {
                    return bounded(try await plugin.thread.verdict(of: call, until: end).verdict(on: read), on: read)
                } catch {
                    return verdict(of: error)
                }
            }
        } catch {
            let verdict = verdict(of: error)
            return { _ in verdict }
        }
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
