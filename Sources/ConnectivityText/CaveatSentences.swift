import ConnectivityCore

extension PathCaveat {
    /// One sentence for people.
    var sentence: String {
        switch self {
        case .nameLookupBySystem:
            "Names were looked up by the system's resolver, which may have asked through another interface."
        case .nameServerOnMachine:
            "Names were looked up by a resolver on this machine, which may have asked through another interface."
        case .nameServersOfMachine:
            "The interface has no name servers of its own: those of the whole machine were asked through it."
        }
    }
}
