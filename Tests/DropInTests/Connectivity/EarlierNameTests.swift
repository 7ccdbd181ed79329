import Connectivity
import Foundation
import TestSupport
import Testing

/// Code whose use of deprecated names is no warning, because only its witness is deprecated.
private protocol EarlierUse: Sendable {
    func check() async
}

/// The names of version 1 and what they mean.
private struct Version1: EarlierUse {
    @available(*, deprecated)
    func check() async {
        expect(Connectivity.Status.connectedViaWWAN, .connectedViaCellular)
        expect(Connectivity.Status.connectedViaWWANWithoutInternet, .connectedViaCellularWithoutInternet)
        await Place.run { place in
            let connectivity = Connectivity()
            place.move(to: .cellular)
            await connectivity.checkConnectivity()
            #expect(connectivity.isConnectedViaWWAN && !connectivity.isConnectedViaWWANWithoutInternet)
            place.answer("no such word")
            await connectivity.checkConnectivity()
            #expect(!connectivity.isConnectedViaWWAN && connectivity.isConnectedViaWWANWithoutInternet)
            place.move(to: .wifi)
            await connectivity.checkConnectivity()
            #expect(!connectivity.isConnectedViaWWAN && !connectivity.isConnectedViaWWANWithoutInternet)
            connectivity.aggressivePolling = true
            connectivity.connectivityThreshold = Connectivity.Percentage(75)
            #expect(connectivity.isPollingEnabled && connectivity.successThreshold.value == 75)
            connectivity.isPollingEnabled = false
            connectivity.successThreshold = Connectivity.Percentage(25)
            #expect(!connectivity.aggressivePolling && connectivity.connectivityThreshold.value == 25)
        }
    }
}

/// The names of versions 3.2 to 6.0 and what they mean.
private struct Versions3To6: EarlierUse {
    let calls = DispatchQueue(label: "calls")

    @available(*, deprecated)
    func check() async {
        let validator = ConnectivityResponseStringValidator(
            validationMode: .equalsExpectedResponseString,
            expected: "pong"
        )
        #expect(validator.expected == "pong" && validator.expectedResponse == "pong")
        expect(validator.responseValidationMode, .equalsExpectedResponseString)
        let url = URL(filePath: "/")
        #expect(validator.isResponseValid(url: url, response: nil, data: Data("pong".utf8)))
        #expect(!validator.isResponseValid(url: url, response: nil, data: Data("ping".utf8)))
        let urls = ConnectivityConfiguration.defaultConnectivityURLs
        #expect(urls == ConnectivityConfiguration.defaultConnectivityURLRequests.map(\.url) && urls.count == 2)
        let configuration = ConnectivityConfiguration(
            callbackQueue: calls,
            connectivityURLs: [url],
            pollingInterval: 3,
            pollingIsEnabled: false,
            responseValidator: validator,
            successThreshold: Connectivity.Percentage(10)
        )
        expect(configuration.connectivityURLRequests, [URLRequest(url: url)])
        #expect(configuration.callbackQueue === calls && configuration.pollingInterval == 3)
        #expect(!configuration.pollingIsEnabled && configuration.pollWhileOfflineOnly)
        #expect(configuration.responseValidator === validator && configuration.validationMode == .custom)
        expect(configuration.successThreshold.value, 10)
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Names of earlier versions` {
    @Test func `Names of version 1 keep their meanings`() async {
        let use: any EarlierUse = Version1()
        await use.check()
    }

    @Test func `Names of versions 3 to 6 keep their meanings`() async {
        let use: any EarlierUse = Versions3To6()
        await use.check()
    }

    /// Each deprecated name has a row in the guide.
    @Test func `Every name of earlier versions is in the guide to migration`() throws {
        let root = URL.package.appending(path: "Sources/Applications/DropIn/Connectivity")
        let code = try String(contentsOf: root.appending(path: "Connectivity+EarlierNames.swift"), encoding: .utf8)
        let article = try String(contentsOf: root.appending(path: "Connectivity.docc/Migration.md"), encoding: .utf8)
        let rows = article.split(separator: "\n").drop { $0 != "## Names of earlier versions" }
            .prefix { $0 != "## Both modules in one file" }.joined()
        let names = code.matches(of: /public (?:static )?var (\w+)/).map { String($0.1) }
        #expect(names.count >= 8)
        for name in names { #expect(rows.contains("`\(name)`"), "\(name) has no row") }
        for label in ["connectivityURLs:", "validationMode:expected:", "isResponseValid(url:response:data:)"] {
            #expect(rows.contains(label), "\(label) has no row")
        }
    }
}
