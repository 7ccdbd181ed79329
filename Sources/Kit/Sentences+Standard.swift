public import ConnectivityCore
import ConnectivityRegistry
public import ConnectivityText

extension Sentences {
    /// The sentences for the reasons of this package: those of a standard registry.
    public static let standard: Sentences = {
        do { return try PluginRegistry.standard().sentences } catch { preconditionFailure("\(error)") }
    }()
}

extension Reason {
    /// A clause for people, made by ``ConnectivityText/Sentences/standard``; reasons of other plugins need the
    /// sentences of their registry.
    public var sentence: String { Sentences.standard.sentence(for: self) }
}

extension Assessment {
    /// Returns sentences that lead from the link to the conclusion, made by ``ConnectivityText/Sentences/standard``.
    public func explanation() -> [String] { explanation(.standard) }
}

extension CompanionObservation {
    /// Returns one line for people, made by ``ConnectivityText/Sentences/standard``.
    public func line() -> String { line(.standard) }
}
