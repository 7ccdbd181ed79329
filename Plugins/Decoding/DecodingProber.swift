package import ConnectivityCore

/// Decodes the response bodies of another prober.
///
/// A recorder around the base prober records the bytes as received. The decoded body is limited to the request's body
/// limit, as a plain one is. The laws of ``ConnectivityCore/Prober`` hold if the base prober fulfils them; decoding
/// takes milliseconds.
package struct DecodingProber: Prober {
    package let base: any Prober

    /// Creates a prober.
    package init(_ base: some Prober) { self.base = base }

    package var kinds: Set<Question.Kind> { base.kinds }

    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        let exchange = await base.probe(request)
        return BodyDecoder(byteCountMax: request.limits.maximumBodySize).decoded(exchange)
    }
}
