import ConnectivityCore

extension EndpointReport {
    /// Creates a report on a probe whose outcome is given by a letter.
    ///
    /// `g` genuine, `c` captive, `s` substituted, `n` no answer, `t` in trouble itself, `x` a refused
    /// certificate, `i` an answer at an address without a host, `-` the expected silence of such an address.
    init(_ letter: Character, _ owner: String, _ url: HTTPURL, family: IPAddress.Family? = nil) {
        let request = ProbeRequest(url, family: family)
        self.init(
            name: url.description,
            owner: owner,
            exchange: ProbeExchange(request: request, outcome: .failure(ProbeFailure(.cancelled))),
            verdict: Self.verdicts[letter] ?? .inconclusive
        )
    }

    static let letters: [Character] = ["g", "c", "s", "n", "t", "x", "i", "-"]

    private static let verdicts: [Character: Verdict] = [
        "g": Verdict(.genuine, because: .statusMatches(204)),
        "c": Verdict(.captive, because: .networkAuthenticationRequired),
        "s": Verdict(.substituted, because: .bodyLacks("x")),
        "n": Verdict(.failed, because: .noAnswer(.timedOut(.connect))),
        "t": Verdict(.failed, because: .endpointFailure(status: 503)),
        "x": Verdict(.failed, because: .noAnswer(.tls(.unknownAuthority))),
        "i": Verdict(.substituted, because: .intercepted(status: 200), basis: .silence),
        "-": Verdict(.inconclusive, because: .silence, basis: .silence),
    ]
}
