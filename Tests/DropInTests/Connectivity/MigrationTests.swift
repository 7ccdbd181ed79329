import Connectivity
import ConnectivityCore
import ConnectivityTestKit
import Foundation
import Hyperconnectivity
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The familiar names in the guide` {
    @Test func `The guide's code with familiar names runs until its task is cancelled`() async {
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
    @Test func `Publishers of Hyperconnectivity use the caller's source and prober`() async {
        let source = HandSource(.ethernet)
        let prober = HandProber { _ in .success }
        var results = Hyperconnectivity.Publisher(source: source, prober: prober).makeAsyncIterator()
        await expect(results.next()?.state, .ethernetWithInternet)
        #expect(!prober.requests.isEmpty)
        var reachability = ReachabilityPublisher(source: source).makeAsyncIterator()
        await expect(reachability.next()?.connection, .ethernet)
    }
}

@Suite(.timeLimit(.minutes(1))) struct `The guide to migration` {
    /// Each defect in the table is shown by the test that the table names.
    @Test func `The guide to migration names existing tests`() throws {
        let tests = URL.package.appending(path: "Tests/DropInTests/Connectivity")
        let article = URL.package.appending(
            path: "Sources/Applications/DropIn/Connectivity/Connectivity.docc/Migration.md"
        )
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

    @Test func `The migration example of the status shows Wi-Fi, and then no connection`() async {
        await Place.run { place in
            let (screen, connectivity) = (Screen(), Connectivity())
            async let watching: Void = watch(connectivity, show: screen.show)
            await eventually { screen.shown == "Wi-Fi with Internet access" }
            place.move(to: .nothing)
            await eventually { screen.shown == "No Connection" }
            connectivity.stopNotifier()
            await watching
        }
    }

    @Test func `The migration example of a portal shows online, the sign-in URL and the failure`() async {
        await Place.run { place in
            let (screen, connectivity) = (Screen(), Connectivity())
            await explain(connectivity, show: screen.show)
            expect(screen.shown, "online")
            place.answer(portal: "http://portal.example/")
            await explain(connectivity, show: screen.show)
            expect(screen.shown, "sign in at http://portal.example/")
            place.answer(onlyAt: "nobody.example")
            await explain(connectivity, show: screen.show)
            expect(
                screen.shown,
                "offline: https://www.apple.com/library/test/success.html: the connection was refused"
            )
        }
    }

    @Test func `The migration example of a publisher follows the status until its task is cancelled`() async {
        await Place.run { place in
            let screen = Screen()
            let following = Task { await follow(show: screen.show) }
            await eventually { screen.shown == "Wi-Fi with Internet connectivity" }
            following.cancel()
            await following.value
            await eventually { place.observerCount == 0 }
        }
    }

    @Test func `The migration example of a subject is fed until its task is cancelled`() async {
        await Place.run { place in
            let (feeding, cancellable) = publish()
            await eventually { place.observerCount > 0 }
            feeding.cancel()
            await feeding.value
            await eventually { place.observerCount == 0 }
            withExtendedLifetime(cancellable) {}
        }
    }

    @Test func `The migration example of a switch has a text for every status`() {
        for status in Connectivity.Status.allCases { #expect(!text(status).isEmpty) }
        #expect(text(.connectedViaEthernet) == "online" && text(.determining) == "not known yet")
    }
}
