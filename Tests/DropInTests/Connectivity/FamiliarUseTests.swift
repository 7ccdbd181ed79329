// Code as an application writes it: it needs only these two imports from this package and Foundation.
import Connectivity
import Foundation
import TestSupport
import Testing

/// A screen that shows the status, as applications commonly have.
@MainActor private final class StatusScreen {
    private let connectivity: Connectivity = Connectivity()
    private(set) var text = ""
    private(set) var isGood = false

    func appear() {
        let connectivityChanged: (Connectivity) -> Void = { [weak self] connectivity in
            self?.updateConnectionStatus(connectivity.status)
        }
        connectivity.whenConnected = connectivityChanged
        connectivity.whenDisconnected = connectivityChanged
        connectivity.startNotifier()
    }

    func disappear() { connectivity.stopNotifier() }

    private func updateConnectionStatus(_ status: Connectivity.ConnectivityStatus) {
        switch status {
        case .connected, .connectedViaWiFi, .connectedViaCellular, .connectedViaEthernet:
            isGood = true
        case .connectedViaWiFiWithoutInternet, .connectedViaCellularWithoutInternet,
            .connectedViaEthernetWithoutInternet, .notConnected, .determining:
            isGood = false
        }
        text = status.description
    }
}

/// A validator as an application writes it: a class that is not thread-safe.
private class PongValidator: ConnectivityResponseValidator {
    var seen: [String] = []

    func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        let type = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "content-type") ?? ""
        seen.append("\(urlRequest.url?.host ?? "") \(status) \(type)")
        return data.map { String(decoding: $0, as: UTF8.self) } == "pong"
    }
}

extension Connectivity.Status {
    /// Applications define this themselves, because version 8 had no such property.
    var isConnected: Bool { ![.determining, .notConnected].contains(self) && !description.contains("without") }
}

extension URLRequest {
    /// A request as GraphQL clients send it.
    static var posting: URLRequest {
        var request = URLRequest(url: URL(filePath: "/"))
        request.url = URL(string: "https://own.example/graphql")
        request.httpMethod = "POST"
        request.httpBody = Data("{}".utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return request
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Code written for Connectivity` {
    @MainActor @Test func `Requests are sent as given, and unsupported ones are left out`() async {
        await Place.run { place in
            var deleting = URLRequest.posting
            deleting.httpMethod = "DELETE"
            var streaming = URLRequest.posting
            streaming.httpBodyStream = InputStream(data: Data("{}".utf8))
            let connectivity = Connectivity()
            connectivity.connectivityURLRequests = [.posting, deleting, streaming]
            expect(connectivity.connectivityURLRequests, [.posting])
            #expect(await connectivity.checkConnectivity().isConnected)
            expect(place.messages, ["POST {}"])
            expect(place.fields, [["Content-Type": "application/json"]])
        }
    }

    @MainActor
    @Test(arguments: [(301, ["POST {}", "GET "]), (303, ["POST {}", "GET "]), (307, ["POST {}"]), (308, ["POST {}"])])
    func `A redirected POST continues with a GET, and not at all if the redirect keeps the method`(
        status: Int,
        messages: [String]
    ) async {
        await Place.run { place in
            place.answer(portal: "https://own.example/else", status: status)
            let old = ConnectivityConfiguration(connectivityURLRequests: [.posting])
                .configureCompatibility(.bodyAlone)
            let connectivity = Connectivity(configuration: old)
            _ = await connectivity.checkConnectivity()
            expect(Array(place.messages.prefix(2)), messages)
        }
    }

    @MainActor @Test func `A client's validator receives every status, and is the object that was given`() async {
        await Place.run { place in
            place.answer("pong", status: 401)
            let validator = PongValidator()
            let configuration = ConnectivityConfiguration(
                connectivityURLRequests: [URLRequest(url: URL(string: "https://own.example/")!)],
                responseValidator: validator
            )
            let connectivity = Connectivity(configuration: configuration)
            #expect(connectivity.responseValidator === validator)
            #expect(await connectivity.checkConnectivity().isConnected)
            expect(validator.seen, ["own.example 401 text/html"])
        }
    }

    @MainActor @Test func `The validator that is read is the one that the configuration states`() async throws {
        await Place.run { _ in
            func read(_ configuration: ConnectivityConfiguration) -> String {
                let validator = Connectivity(configuration: configuration).responseValidator
                let known = validator as? ConnectivityResponseStringValidator
                return known.map { "\($0.responseValidationMode) \($0.expectedResponse)" } ?? "\(type(of: validator))"
            }
            expect(read(ConnectivityConfiguration()), "containsExpectedResponseString Success")
            let equal = ConnectivityConfiguration()
                .configureResponseValidation(.equalsExpectedResponseString, expected: "ok")
            expect(read(equal), "equalsExpectedResponseString ok")
            expect(read(equal.configureResponseValidator(PongValidator())), "PongValidator")
        }
    }

    @Test func `A configuration writes the options that it was given`() throws {
        let (calls, checks) = (DispatchQueue(label: "calls"), DispatchQueue(label: "checks"))
        let validator = PongValidator()
        let session = URLSessionConfiguration.default
        let plain = URLRequest(url: try #require(URL(string: "http://own.example/")))
        let configuration = ConnectivityConfiguration(
            callbackQueue: calls,
            checkWhenApplicationDidBecomeActive: false,
            connectivityQueue: checks,
            connectivityURLRequests: [plain],
            pollingInterval: 3,
            pollingIsEnabled: false,
            pollWhileOfflineOnly: false,
            responseValidator: validator,
            successThreshold: Connectivity.Percentage(75),
            urlSessionConfiguration: session
        )
        .configureAuthorizationHeader(with: "Basic eA==").configureBearerToken(with: "token")
        .configureFramework(.systemConfiguration)
        #expect(configuration.callbackQueue === calls && configuration.connectivityQueue === checks)
        #expect(!configuration.checkWhenApplicationDidBecomeActive)
        expect(configuration.connectivityURLRequests, [plain])
        expect(configuration.pollingInterval, 3)
        #expect(!configuration.pollingIsEnabled && !configuration.pollWhileOfflineOnly)
        #expect(configuration.responseValidator === validator && configuration.validationMode == .custom)
        expect(configuration.successThreshold, Connectivity.Percentage(75))
        #expect(configuration.urlSessionConfiguration === session)
        #expect(configuration.authorizationHeader == "Basic eA==" && configuration.bearerToken == "token")
        expect(configuration.framework, .systemConfiguration)
    }

    @Test func `A new configuration writes its defaults`() {
        let configuration = ConnectivityConfiguration()
        expect(configuration.callbackQueue.label, DispatchQueue.main.label)
        #expect(configuration.checkWhenApplicationDidBecomeActive)
        expect(configuration.connectivityURLRequests, ConnectivityConfiguration.defaultConnectivityURLRequests)
        expect(configuration.pollingInterval, 10)
        #expect(configuration.pollingIsEnabled && configuration.pollWhileOfflineOnly)
        #expect(configuration.responseValidator is ConnectivityResponseStringValidator)
        expect(configuration.validationMode, .containsExpectedResponseString)
        expect(configuration.urlSessionConfiguration.urlCache, nil)
        #expect(configuration.authorizationHeader == nil && configuration.bearerToken == nil)
    }

    @MainActor @Test func `A screen shows every change of the status`() async {
        await Place.run { place in
            let screen = StatusScreen()
            screen.appear()
            await eventually { screen.isGood }
            expect(screen.text, "Wi-Fi with Internet access")
            place.answer("portal")
            place.move(to: .ethernet)
            await eventually { !screen.isGood }
            expect(screen.text, "Ethernet without Internet access")
            screen.disappear()
        }
    }

    @MainActor @Test func `A single check calls back with the object`() async {
        await Place.run { _ in
            let status = await withCheckedContinuation { continuation in
                let connectivity = Connectivity()
                connectivity.checkConnectivity { connectivity in
                    switch connectivity.status {
                    case .connectedViaWiFi: continuation.resume(returning: "wifi")
                    default: continuation.resume(returning: "another")
                    }
                }
            }
            expect(status, "wifi")
        }
    }

    @MainActor @Test func `Every property has its old name and default`() async {
        await Place.run { _ in
            let connectivity = Connectivity()
            expect(connectivity.status, .determining)
            expect(connectivity.description, "Connectivity checks pending")
            #expect(!connectivity.isConnected)
            #expect(connectivity.availableInterfaces.isEmpty)
            expect(connectivity.currentInterface, .other)
            expect(connectivity.expectedResponseString, "Success")
            expect(connectivity.expectedResponseRegEx, ".*?<BODY>.*?Success.*?</BODY>.*")
            expect(connectivity.validationMode, .containsExpectedResponseString)
            expect(connectivity.successThreshold, Connectivity.Percentage(50.0))
            #expect(!connectivity.isPollingEnabled)
            expect(connectivity.pollingInterval, 10.0)
            #expect(!connectivity.pollWhileOfflineOnly)
            expect(connectivity.connectivityCheckLatency, 0.5)
            expect(connectivity.bearerToken, nil)
            expect(connectivity.authorizationHeader, nil)
            expect(connectivity.framework, .network)
            #expect(Connectivity.isHTTPSOnly)
            expect(connectivity.connectivityURLRequests.count, 2)
            connectivity.framework = .systemConfiguration
            connectivity.connectivityURLs = [URL(string: "https://www.apple.com/library/test/success.html")!]
            connectivity.successThreshold = Connectivity.Percentage(75.0)
            connectivity.isPollingEnabled = true
            connectivity.pollingInterval = 5
            await connectivity.checkConnectivity()
            #expect(connectivity.isConnectedViaWiFi)
            #expect(!connectivity.isConnectedViaWiFiWithoutInternet)
            #expect(!connectivity.isConnectedViaCellular && !connectivity.isConnectedViaCellularWithoutInternet)
            #expect(!connectivity.isConnectedViaEthernet && !connectivity.isConnectedViaEthernetWithoutInternet)
            expect(connectivity.currentInterface, .wifi)
            expect(connectivity.availableInterfaces, [.wifi])
        }
    }

    @Test func `At most one of the properties about the interface is true`() async {
        await Place.run { place in
            let connectivity = Connectivity()
            for isOnline in [true, false] {
                if !isOnline { place.answer(onlyAt: "nobody.example") }
                for link in [.wifi, .ethernet, .cellular, .nothing] as [Place.Link] {
                    place.move(to: link)
                    await connectivity.checkConnectivity()
                    let all = [
                        connectivity.isConnectedViaWiFi, connectivity.isConnectedViaWiFiWithoutInternet,
                        connectivity.isConnectedViaEthernet, connectivity.isConnectedViaEthernetWithoutInternet,
                        connectivity.isConnectedViaCellular, connectivity.isConnectedViaCellularWithoutInternet,
                    ]
                    expect(all.count { $0 }, (link == .nothing ? 0 : 1), "\(link) \(isOnline)")
                }
            }
        }
    }

    @MainActor @Test func `An observer of the notification receives the object`() async {
        await Place.run { place in
            let connectivity = Connectivity()
            let status = Place.Box<Connectivity.Status>()
            let observer = NotificationCenter.default.addObserver(
                forName: Notification.Name.ConnectivityDidChange,
                object: nil,
                queue: nil
            ) { notification in
                guard let sender = notification.object as? Connectivity, sender === connectivity else { return }
                status.value = sender.status
            }
            connectivity.startNotifier()
            await eventually { status.value != nil }
            expect(status.value, .connectedViaWiFi)
            connectivity.stopNotifier()
            NotificationCenter.default.removeObserver(observer)
            expect(kNetworkConnectivityChangedNotification, Notification.Name.ConnectivityDidChange.rawValue)
        }
    }

    @MainActor @Test func `A client's validator receives request, response and data`() async {
        await Place.run { place in
            place.answer("pong")
            let connectivity = Connectivity()
            let validator = PongValidator()
            connectivity.validationMode = .custom
            connectivity.responseValidator = validator
            await connectivity.checkConnectivity()
            #expect(connectivity.isConnected)
            expect(Set(validator.seen), ["www.apple.com 200 text/html", "captive.apple.com 200 text/html"])
        }
    }

    @MainActor
    @Test(arguments: [
        (Connectivity.ValidationMode.equalsExpectedResponseString, "exactly this", "  exactly this\r\n", true),
        (.equalsExpectedResponseString, "exactly this", "not exactly this", false),
        (.containsExpectedResponseString, "this", "and this too", true),
        (.containsExpectedResponseString, "this", "and that too", false),
        (.matchesRegularExpression, "th.s", "and\r\nTHIS too", true),
        (.matchesRegularExpression, "^th.s$", "and this too", false),
    ])
    func `Bodies are judged according to the validation mode`(
        mode: Connectivity.ValidationMode,
        text: String,
        body: String,
        isGood: Bool
    )
        async
    {
        await Place.run { place in
            place.answer(body)
            let connectivity = Connectivity()
            connectivity.validationMode = mode
            connectivity.expectedResponseString = text
            connectivity.expectedResponseRegEx = text
            await expect(connectivity.checkConnectivity().isConnected, isGood)
        }
    }

    @MainActor @Test func `A configuration can be written as a chain of calls`() async throws {
        let session = ConnectivityConfiguration.defaultURLSessionConfiguration
        session.timeoutIntervalForRequest = 2
        session.httpAdditionalHeaders = ["X-Client": "test"]
        let url = try #require(URL(string: "https://own.example/ping"))
        let configuration = ConnectivityConfiguration()
            .configureAuthorizationHeader(with: nil)
            .configureBearerToken(with: "token")
            .configureConnectivity(urls: [])
            .configureConnectivity(urlRequests: [URLRequest(url: url)])
            .configureFramework(.network)
            .configurePolling(isEnabled: true, interval: 5, offlineOnly: false)
            .configureResponseValidation(.equalsExpectedResponseString, expected: "pong")
            .configureShouldCheckWhenApplicationDidBecomeActive(false)
            .configureURLSession(session)
        await Place.run { place in
            place.answer("pong")
            let connectivity = Connectivity(configuration: configuration)
            await expect(connectivity.checkConnectivity(), .connectedViaWiFi)
            #expect(connectivity.isPollingEnabled && !connectivity.pollWhileOfflineOnly)
            expect(connectivity.pollingInterval, 5)
            expect(connectivity.bearerToken, "token")
            #expect(!connectivity.checkWhenApplicationDidBecomeActive)
            expect(place.fields, [["X-Client": "test", "Authorization": "Bearer token"]])
            expect(place.seconds, [2])
        }
    }

    @MainActor @Test func `An object with its own configuration polls while offline`() async {
        await Place.run { _ in
            let connectivity = Connectivity(configuration: ConnectivityConfiguration())
            #expect(connectivity.isPollingEnabled && connectivity.pollWhileOfflineOnly)
            expect(connectivity.connectivityURLRequests, ConnectivityConfiguration.defaultConnectivityURLRequests)
        }
    }

    @MainActor @Test func `A publisher delivers the object after each change`() async {
        await Place.run { place in
            var statuses: [Connectivity.Status] = []
            let publisher = Connectivity.Publisher(configuration: .init().configureURLSession(.default))
            for await connectivity in publisher {
                statuses.append(connectivity.status)
                if statuses.count == 2 { break }
                place.move(to: .nothing)
            }
            expect(statuses, [.connectedViaWiFi, .notConnected])
            await eventually { place.observerCount == 0 }
        }
    }

    @Test func `Each status has the expected description`() {
        expect(
            Connectivity.Status.allCases.map(\.description),
            [
                "Internet access", "Cellular with Internet access", "Cellular without Internet access",
                "Ethernet with Internet access", "Ethernet without Internet access", "Wi-Fi with Internet access",
                "Wi-Fi without Internet access", "Connectivity checks pending", "No Connection",
            ]
        )
    }
}
