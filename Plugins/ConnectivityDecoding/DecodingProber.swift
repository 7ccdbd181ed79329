public import ConnectivityCore

/// Decodes the bodies that another prober brings.
///
/// The other prober sees the bytes as they came, so what is recorded below this one is what was sent. A decoded body is
/// held to the limit of the request, as a plain one is. The laws of ``ConnectivityCore/Prober`` hold where they hold for
/// the other prober; decoding takes milliseconds at most.
public struct DecodingProber: Prober {
    /// The prober that sends the requests.
    public let base: any Prober

    /// Creates a prober.
    /// - Parameter base: The prober that sends the requests.
    public init(_ base: some Prober) { self.base = base }

    public var kinds: Set<QuestionKind> { base.kinds }

    public func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let exchange = await base.probe(request)
        return BodyDecoder(byteCountMax: request.limits.bodyByteCountMax).decoded(exchange)
    }
}

extension Prober {
    /// Makes a prober that decodes the bodies of this one.
    /// - Returns: This prober with a ``DecodingProber`` around it.
    public func decodingBodies() -> DecodingProber { DecodingProber(self) }
}
