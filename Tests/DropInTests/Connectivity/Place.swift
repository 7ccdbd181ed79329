import Connectivity
import ConnectivityCore
import ConnectivityTestKit
import ConnectivityToolkit
import Testing

/// An environment with one network, which objects use that are created with the familiar initializers.
final class Place: Sendable {
    /// A value that another thread sets.
    final class Box<Value: Sendable>: Sendable {
        private let content = Lock<Value?>(nil)

        var value: Value? {
            get { content.withLock { $0 } }
            set { content.withLock { $0 = newValue } }
        }
    }

    private let source = HandSource(.wifi)
    private let prober = HandProber { _ in .success }

    /// Runs code in a new environment in which every URL answers as the built-in ones do.
    static func run(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (Place) async throws -> Void
    ) async rethrows {
        let place = Place()
        let parts = PlatformParts(source: place.source, prober: place.prober)
        try await PlatformParts.$replaced.withValue(parts) {
            try await Defaults.$current.withValue(Defaults()) { try await body(place) }
        }
    }

    /// Makes every URL answer with a body.
    func answer(_ body: String, status: Int = 200) { prober.change { _ in .page(body, status: status) } }

    /// Makes one host answer as the built-in URLs do, and every other host refuse connections.
    func answer(onlyAt host: String) { prober.change { $0.url?.host == host ? .success : nil } }

    /// Makes every URL redirect to a portal.
    func answer(portal url: String, status: Int = 302) {
        prober.change { _ in ProbeResponse(status: status, headers: ["Location": url]) }
    }

    /// The kind of link to the network.
    enum Link { case nothing, wifi, ethernet, cellular }

    func move(to link: Link) {
        switch link {
        case .nothing: source.change()
        case .wifi: source.change(to: .wifi)
        case .ethernet: source.change(to: .ethernet)
        case .cellular: source.change(to: .cellular)
        }
    }

    /// A response for validators that only judge the body.
    static var response: URLResponse {
        URLResponse(url: URL(filePath: "/"), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    }

    var observerCount: Int { source.observerCount }

    /// The header fields of each request, without the fields that every probe has.
    var fields: [[String: String]] {
        prober.requests.map { request in
            let own = (request.http?.headers.fields ?? []).filter { !["Cache-Control", "Pragma"].contains($0.name) }
            return Dictionary(own.map { ($0.name, $0.value) }) { first, _ in first }
        }
    }

    /// The time limits of the requests, in whole seconds.
    var seconds: [Int64] { prober.requests.map(\.limits.total.components.seconds) }

    /// The methods and bodies of the requests.
    var messages: [String] {
        prober.requests.compactMap(\.http).map { "\($0.method.rawValue) \(String(decoding: $0.body, as: UTF8.self))" }
    }

}

/// Waits until a condition holds that other threads bring about; the test's time limit ends the wait.
func eventually(
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
) async {
    while !condition() {
        do { try await Task.sleep(for: .milliseconds(1)) } catch {
            Issue.record("it never came", sourceLocation: sourceLocation)
            return
        }
    }
}
