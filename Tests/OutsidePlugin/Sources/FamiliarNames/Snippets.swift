import Connectivity
import Dispatch

// The uses that the README of version 8 shows, a function for each kind, in our own code.

/// The screen of an application.
@MainActor final class StatusScreen {
    private let connectivity: Connectivity = Connectivity()
    private(set) var texts: [String] = []

    func appear() {
        let connectivityChanged: (Connectivity) -> Void = { [weak self] connectivity in
            let status = connectivity.status
            MainActor.assumeIsolated { self?.update(status) }
        }
        connectivity.whenConnected = connectivityChanged
        connectivity.whenDisconnected = connectivityChanged
        connectivity.startNotifier()
    }

    func disappear() { connectivity.stopNotifier() }

    private func update(_ status: Connectivity.ConnectivityStatus) {
        switch status {
        case .connected: texts.append("connected")
        case .connectedViaWiFi, .connectedViaEthernet: texts.append("free of charge")
        case .connectedViaCellular: texts.append("at a price")
        case .connectedViaWiFiWithoutInternet, .connectedViaCellularWithoutInternet,
            .connectedViaEthernetWithoutInternet, .determining, .notConnected:
            texts.append("offline")
        }
    }
}

enum Snippets {
    @MainActor static func callbacks() async -> String {
        let screen = StatusScreen()
        screen.appear()
        while screen.texts.isEmpty { await Task.yield() }
        screen.disappear()
        return screen.texts.joined(separator: ", ")
    }

    /// A publisher of Combine with its operators on Apple's platforms, and a sequence everywhere.
    static func publisher() async -> String {
        let connectivity = Connectivity(configuration: .init().configureURLSession(.default))
        connectivity.startNotifier()
        for await status in connectivity.statuses where status != .determining { return "\(status)" }
        return "no value"
    }

    static func properties() async -> String {
        let connectivity = Connectivity()
        connectivity.pollingInterval = 5
        connectivity.expectedResponseString = "Success"
        connectivity.validationMode = .containsExpectedResponseString
        connectivity.framework = .network
        connectivity.successThreshold = Connectivity.Percentage(75.0)
        return "\(await connectivity.checkConnectivity())"
    }

    static func configuration() async -> String {
        let connectivity = Connectivity(
            configuration: .init()
                .configurePolling(interval: 5)
                .configureResponseValidation(.equalsExpectedResponseString, expected: "Welcome")
        )
        return "\(await connectivity.checkConnectivity())"
    }

    static func oneCheck() async -> String {
        let connectivity = Connectivity()
        return await withCheckedContinuation { continuation in
            connectivity.checkConnectivity { connectivity in
                switch connectivity.status {
                case .connectedViaCellular: continuation.resume(returning: "mobile")
                default: continuation.resume(returning: "another: \(connectivity.status)")
                }
            }
        }
    }

    static func questions() async -> String {
        let connectivity = Connectivity()
        await connectivity.checkConnectivity()
        let answers = [
            connectivity.isConnectedViaCellular, connectivity.isConnectedViaWiFi,
            connectivity.isConnectedViaCellularWithoutInternet, connectivity.isConnectedViaWiFiWithoutInternet,
        ]
        return "\(answers)"
    }

    static func urls() async -> String {
        let connectivity = Connectivity()
        connectivity.connectivityURLs = [URL(string: "https://www.apple.com/library/test/success.html")].compactMap(
            \.self
        )
        return "\(connectivity.connectivityURLs.count) \(await connectivity.checkConnectivity())"
    }

    /// Only URLs with https are asked unless the object says otherwise, and what is left out is said.
    static func urlsWithoutHTTPS() async -> String {
        let connectivity = Connectivity()
        connectivity.connectivityURLs = [URL(string: "http://status.example.com/")].compactMap(\.self)
        await connectivity.checkConnectivity()
        return "\(connectivity.urlsWithoutHTTPS.count) \(connectivity.assessment?.reason.sentence ?? "no assessment")"
    }

    static func withoutHTTPS() async -> String {
        let connectivity = Connectivity(shouldUseHTTPS: false)
        return "\(connectivity.connectivityURLs.map(\.scheme)) \(await connectivity.checkConnectivity())"
    }

    static func polling() async -> String {
        let connectivity = Connectivity()
        connectivity.isPollingEnabled = true
        connectivity.startNotifier(queue: .global())
        defer { connectivity.stopNotifier() }
        for await status in connectivity.statuses where status != .determining { return "\(status)" }
        return "no value"
    }

    static func notifications() async -> String {
        let connectivity = Connectivity()
        let (names, arrived) = AsyncStream.makeStream(of: String.self)
        let token = NotificationCenter.default.addObserver(forName: .ConnectivityDidChange, object: nil, queue: nil) {
            if let connectivity = $0.object as? Connectivity { arrived.yield("\(connectivity.status)") }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        connectivity.startNotifier(queue: .global())
        defer { connectivity.stopNotifier() }
        for await name in names { return name }
        return "no notification"
    }

    /// A custom validator of the application.
    private final class WelcomeValidator: ConnectivityResponseValidator {
        func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool {
            data.map { String(decoding: $0, as: UTF8.self).contains("Success") } ?? false
        }
    }

    static func validator() async -> String {
        let connectivity = Connectivity()
        connectivity.validationMode = .custom
        connectivity.responseValidator = WelcomeValidator()
        return "\(await connectivity.checkConnectivity())"
    }

    static func earlierNames(_ use: some EarlierUse) async -> String {
        let connectivity = Connectivity()
        await connectivity.checkConnectivity()
        return use.use(connectivity)
    }
}
