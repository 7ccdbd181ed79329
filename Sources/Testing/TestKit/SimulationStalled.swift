/// The error of a simulation whose body has not ended: no job is ready, and no deadline of a sleeper is within the limit.
public struct SimulationStalled: Error, Hashable, Sendable, CustomStringConvertible {
    /// The virtual time of the stall.
    public var at: Duration

    /// The advice, on one line.
    public var description: String {
        "the simulation stalls at \(at): its body has not ended, and nothing waits for its clock within the limit; a source, a "
            + "prober or a wait may be on another clock, or the code is of the main actor (simulateOnMainActor)"
    }
}
