import Connectivity
import ConnectivityCore
import ConnectivityTestKit
import Foundation
import Hyperconnectivity
import Testing

/// What the examples of the guide show something on.
private final class Screen: Sendable {
    let text = Place.Box<String>()

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

    func show(_ new: String) { text.value = new }
}

/// The use of the familiar names in the guide.
private func use() async {
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

@Suite(.timeLimit(.minutes(1))) struct `The familiar names in the guide` {
    @Test func `shows how a file that imports both modules names what both have`() {
        #expect(Pong().isResponseValid(Place.response, data: Data("pong".utf8)))
        #expect(Results.self == Hyperconnectivity.Publisher.self && Changes.self == Connectivity.Publisher.self)
    }

    @Test func `shows code that runs until its task is cancelled`() async {
        await Place.run { place in
            let using = Task { await use() }
            await eventually { place.observerCount > 0 }
            using.cancel()
            await using.value
            await eventually { place.observerCount == 0 }
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `The publishers of Hyperconnectivity` {
    @Test func `They use a source and a prober of the caller's`() async {
        let source = HandSource(.ethernet)
        let prober = HandProber { _ in .success }
        var results = Hyperconnectivity.Publisher(source: source, prober: prober).makeAsyncIterator()
        #expect(await results.next()?.state == .ethernetWithInternet)
        #expect(!prober.requests.isEmpty)
        var reachability = ReachabilityPublisher(source: source).makeAsyncIterator()
        #expect(await reachability.next()?.connection == .ethernet)
    }
}

@Suite(.timeLimit(.minutes(1))) struct `The guide to migration` {
    /// Each defect in the table is shown by a test of the name that stands there.
    @Test func `names tests that there are`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let article = tests.appending(path: "../../Sources/Connectivity/Connectivity.docc/Migration.md")
        let rows = try String(contentsOf: article, encoding: .utf8)
            .split(separator: "\n")
            .drop { $0 != "## What is not inherited" }.prefix { $0 != "## The old behaviour" }
            .filter { $0.hasPrefix("| ") }.dropFirst(2)
        #expect(rows.count >= 12)
        let code = try FileManager.default.contentsOfDirectory(at: tests, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        for row in rows {
            let name = try #require(row.split(separator: "|").last).trimmingCharacters(in: .whitespaces)
            #expect(code.contains("func `\(name)`("), "no test is named so: \(name)")
        }
    }

    @Test func `is right about the status`() async {
        await Place.run { place in
            let (screen, connectivity) = (Screen(), Connectivity())
            async let watching: Void = screen.watch(connectivity)
            await eventually { screen.text.value == "Wi-Fi with Internet access" }
            place.move(to: .nothing)
            await eventually { screen.text.value == "No Connection" }
            connectivity.stopNotifier()
            await watching
        }
    }

    @Test func `is right about a portal`() async {
        await Place.run { place in
            let (screen, connectivity) = (Screen(), Connectivity())
            await screen.explain(connectivity)
            #expect(screen.text.value == "online")
            place.answer(portal: "http://portal.example/")
            await screen.explain(connectivity)
            #expect(screen.text.value == "sign in at http://portal.example/")
            place.answer(onlyAt: "nobody.example")
            await screen.explain(connectivity)
            #expect(
                screen.text.value
                    == "offline: https://www.apple.com/library/test/success.html: the connection was refused"
            )
        }
    }

    @Test func `is right about a publisher`() async {
        await Place.run { place in
            let screen = Screen()
            let following = Task { await screen.follow() }
            await eventually { screen.text.value == "Wi-Fi with Internet connectivity" }
            following.cancel()
            await following.value
            await eventually { place.observerCount == 0 }
        }
    }
}
