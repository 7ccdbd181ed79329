/// What could not be guaranteed about the path of a probe that was bound to an interface.
///
/// A probe that cannot be bound does not take another path, but fails with
/// ``ProbeFailure/Kind/interfaceUnavailable``: a caveat is about the name lookup before it.
@nonexhaustive
public enum PathCaveat: String, Hashable, Sendable, Codable, CaseIterable {
    /// The name was looked up by the system's resolver, which may have asked through another interface.
    case nameLookupBySystem = "name-lookup-by-system"
    /// The name server is the machine itself, a stub such as 127.0.0.53, which asks where it likes.
    case nameServerOnMachine = "name-server-on-machine"
    /// The system told no name server for the interface; those of the whole machine were asked through it.
    case nameServersOfMachine = "name-servers-of-machine"
}
