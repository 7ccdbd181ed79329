import Connectivity
import ConnectivityCore
import Foundation
import Hyperconnectivity
import Synchronization
import Testing

// Code of the guide to migration, which the tests of the guides compare with this file; Tests/ConnectivityTests runs it.

/// What the examples of the guide show something on.
final class Screen: Sendable {
    private let text = Mutex<String?>(nil)

    /// What is shown.
    var shown: String? { text.withLock { $0 } }

    func watch(_ connectivity: Connectivity) async {
        connectivity.startNotifier()
        for await status in connectivity.statuses {
            show(status.description)
        }
    }

    func explain(_ connectivity: Connectivity) async {
        connectivity.portalDetectionURL = URL(string: "http://captive.apple.com/hotspot-detect.html")
        if await connectivity.checkConnectivity().isConnected {
            show("online")
        } else if let url = connectivity.portalURL {
            show("sign in at \(url)")
        } else {
            show("offline: \(connectivity.assessment?.reason.sentence ?? "not known yet")")
        }
    }

    func follow() async {
        for await result in Hyperconnectivity.Publisher() {
            show(result.state.description)
        }
    }

    func show(_ new: String) { text.withLock { $0 = new } }
}

/// The use of the familiar names in the guide.
func use() async {
    let connectivity = Connectivity()
    connectivity.whenConnected = { print("online via", $0.currentInterface) }
    connectivity.whenDisconnected = { print($0.status) }
    connectivity.startNotifier(queue: .global())

    // Once, with the page to sign in at and the reason:
    connectivity.portalDetectionURL = URL(string: "http://captive.apple.com/hotspot-detect.html")
    if await !connectivity.checkConnectivity().isConnected, let assessment = connectivity.assessment {
        print(connectivity.portalURL.map { "sign in at \($0)" } ?? "offline: \(assessment.reason.sentence)")
    }

    // Without callbacks:
    for await status in connectivity.statuses { print(status) }
}

/// A file that imports both modules says of which it takes a name that both have.
private struct Pong: Hyperconnectivity::ResponseValidator {
    func isResponseValid(_ response: URLResponse, data: Data) -> Bool { data == Data("pong".utf8) }
}
private typealias Results = Hyperconnectivity::ConnectivityPublisher
private typealias Changes = Connectivity::ConnectivityPublisher

@Test func `A file that imports both modules names what both have`() {
    let response = URLResponse(url: URL(filePath: "/"), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    #expect(Pong().isResponseValid(response, data: Data("pong".utf8)))
    #expect(Results.self == Hyperconnectivity.Publisher.self && Changes.self == Connectivity.Publisher.self)
}
