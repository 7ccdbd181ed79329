import Connectivity
import ConnectivityCore
import Foundation
import Hyperconnectivity
import Synchronization
import Testing

// Code of the guide to migration, which the tests of the guides compare with this file; Tests/DropInTests runs it.

/// The screen of the examples in the guide.
final class Screen: Sendable {
    private let text = Mutex<String?>(nil)

    /// The text that is shown.
    var shown: String? { text.withLock { $0 } }

    func show(_ new: String) { text.withLock { $0 = new } }
}

func text(_ status: Connectivity.ConnectivityStatus) -> String {
    switch status {
    case .connected, .connectedViaWiFi, .connectedViaCellular, .connectedViaEthernet: "online"
    case .connectedViaWiFiWithoutInternet, .connectedViaCellularWithoutInternet, .connectedViaEthernetWithoutInternet:
        "connected, but not to the Internet"
    case .notConnected: "offline"
    case .determining: "not known yet"
    }
}

func watch(_ connectivity: Connectivity, show: @Sendable (String) -> Void) async {
    connectivity.startNotifier()
    for await status in connectivity.statuses {
        show(status.description)
    }
}

func explain(_ connectivity: Connectivity, show: @Sendable (String) -> Void) async {
    connectivity.portalDetectionURL = URL(string: "http://captive.apple.com/hotspot-detect.html")
    if await connectivity.checkConnectivity().isConnected {
        show("online")
    } else if let url = connectivity.portalURL {
        show("sign in at \(url)")
    } else {
        show("offline: \(connectivity.assessment?.reason.sentence ?? "not known yet")")
    }
}

func follow(show: @Sendable (String) -> Void) async {
    for await result in Hyperconnectivity.Publisher() {
        show(result.state.description)
    }
}

/// The part of OpenCombine that the guide uses; no build here has OpenCombine.
private final class PassthroughSubject<Output: Equatable & Sendable, Failure: Error>: Sendable {
    enum Completion { case finished }
    private let listener = Mutex<(@Sendable (Output) -> Void)?>(nil)
    private let last = Mutex<Output?>(nil)

    func removeDuplicates() -> Self { self }
    func send(completion: Completion) { listener.withLock { $0 = nil } }
    func send(_ value: Output) {
        let isNew = last.withLock { last in
            defer { last = value }
            return last != value
        }
        if isNew { listener.withLock { $0 }?(value) }
    }
    func sink(_ body: @escaping @Sendable (Output) -> Void) -> Subscription {
        listener.withLock { $0 = body }
        return Subscription()
    }
    struct Subscription: Sendable {}
}

/// The subject of the guide, which lasts as long as its task.
func publish() -> (feeding: Task<Void, Never>, cancellable: any Sendable) {
    let subject = PassthroughSubject<ConnectivityResult, Never>()
    let feeding = Task {
        for await result in Hyperconnectivity.Publisher() { subject.send(result) }
        subject.send(completion: .finished)
    }
    let cancellable = subject.removeDuplicates().sink { print($0.state) }
    return (feeding, cancellable)
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
