import ConnectivityCore

extension ProbeExchange {
    /// A response to a probe of a well-known URL.
    static func answer(
        _ status: Int,
        _ body: String = "",
        headers: HeaderFields = [:],
        url: HTTPURL = "http://captive.apple.com/hotspot-detect.html",
        completeness: ProbeResponse.Completeness = .complete,
        from address: IPAddress? = nil
    ) -> ProbeExchange {
        let response = ProbeResponse(
            status: status,
            headers: headers,
            body: Array(body.utf8),
            completeness: completeness
        )
        return ProbeExchange(request: ProbeRequest(url), outcome: .success(response), remoteAddress: address)
    }

    static func failure(_ kind: ProbeFailure.Kind, url: HTTPURL = "http://captive.apple.com/") -> ProbeExchange {
        ProbeExchange(request: ProbeRequest(url), outcome: .failure(ProbeFailure(kind)))
    }
}
