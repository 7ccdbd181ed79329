// Code as an application writes it: it needs only these two imports from this package and Foundation.
import Foundation
import Hyperconnectivity
import TestSupport
import Testing

/// A validator as an application writes it.
private class PongValidator: ResponseValidator {
    func isResponseValid(_ response: URLResponse, data: Data) -> Bool {
        (response as? HTTPURLResponse)?.statusCode == 200 && String(decoding: data, as: UTF8.self) == "pong"
    }
}

extension AsyncStream<String>.Iterator {
    /// The next two texts, which may come in either order.
    fileprivate mutating func pair() async -> Set<String?> {
        [await next(isolation: #isolation), await next(isolation: #isolation)]
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Code written for Hyperconnectivity` {
    @Test func `The Hyperconnectivity publisher delivers a result for each change`() async {
        await Place.run { place in
            var states: [String] = []
            for await result in Hyperconnectivity.Publisher() {
                states.append("\(result.connection) \(result.isConnected) \(result.isExpensive) \(result.state)")
                #expect(result.assessment.access == .online || !result.isConnected)
                switch states.count {
                case 1: place.move(to: .cellular)
                case 2: place.move(to: .nothing)
                default: break
                }
                if states.count == 3 { break }
            }
            expect(
                states,
                [
                    "wifi true false Wi-Fi with Internet connectivity",
                    "cellular true true Cellular with Internet connectivity",
                    "disconnected false false Disconnected",
                ]
            )
            await eventually { place.observerCount == 0 }
        }
    }

    @Test func `Reachability is reported without sending a request`() async {
        await Place.run { place in
            var connections: [Connection] = []
            for await result in ReachabilityPublisher(configuration: ReachabilityPublisher.Configuration()) {
                connections.append(result.connection)
                expect(result.isReachable, (result.connection != .disconnected))
                if connections.count == 3 { break }
                place.move(to: connections.count == 1 ? .ethernet : .nothing)
            }
            expect(connections, [.wifi, .ethernet, .disconnected])
            #expect(place.fields.isEmpty)
            await eventually { place.observerCount == 0 }
        }
    }

    @Test func `A Hyperconnectivity configuration has its defaults and can be written as a chain`() async {
        expect(Hyperconnectivity.Configuration.defaultConnectivityURLs.count, 2)
        let validator: (any ResponseValidator)? = nil
        let posted = Hyperconnectivity.Configuration(connectivityURLRequests: [.posting], responseValidator: validator)
        await Place.run { place in
            var results = Hyperconnectivity.Publisher(configuration: posted).makeAsyncIterator()
            await expect(results.next()?.isConnected, true)
            expect(place.messages, ["POST {}"])
        }
        let session = Hyperconnectivity.Configuration.defaultURLSessionConfiguration
        expect(session.timeoutIntervalForRequest, 5)
        let configuration = Hyperconnectivity.Configuration(
            connectivityURLs: [URL(string: "https://own.example/ping")!],
            responseValidator: PongValidator(),
            successThreshold: Percentage(100)
        )
        .configurePolling(isEnabled: false, interval: 5, offlineOnly: false)
        .configureURLSession(session)
        await Place.run { place in
            place.answer("pong")
            var results = Hyperconnectivity.Publisher(configuration: configuration).makeAsyncIterator()
            await expect(results.next()?.isConnected, true)
            configuration.configureResponseValidation(.equalsExpectedResponseString, expected: "ping")
            results = Hyperconnectivity.Publisher(configuration: configuration).makeAsyncIterator()
            await expect(results.next()?.isConnected, false)
        }
    }

    @Test func `Notifications report the start, each change with its result, and the end`() async {
        await Place.run { place in
            let queue = DispatchQueue(label: "notifications")
            let (names, listener) = AsyncStream.makeStream(of: String.self)
            let observed: [Notification.Name] = [
                .ConnectivityDidStart, .ConnectivityDidChange, .ConnectivityDidFinish,
            ]
            let observers = observed.map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
                    let result = notification.object as? ConnectivityResult
                    guard DispatchQueue.getSpecific(key: Self.key) != nil else { return }
                    listener.yield("\(name.rawValue) \(result?.state.description ?? "without an object")")
                }
            }
            queue.setSpecific(key: Self.key, value: ())
            let publisher = Hyperconnectivity.Publisher(configuration: .init(callbackQueue: queue))
            var announced = names.makeAsyncIterator()
            for await _ in publisher {
                await expect(announced.next(), "kNetworkConnectivityStartedNotification without an object")
                await expect(
                    announced.next(),
                    "kNetworkConnectivityChangedNotification Wi-Fi with Internet connectivity"
                )
                break
            }
            await expect(announced.next(), "kNetworkConnectivityFinishedNotification without an object")
            for observer in observers { NotificationCenter.default.removeObserver(observer) }
        }
    }

    @Test func `Callbacks receive each result and each change of the interfaces until the stop`() async {
        await Place.run { place in
            let queue = DispatchQueue(label: "callbacks")
            queue.setSpecific(key: Self.key, value: ())
            let (texts, listener) = AsyncStream.makeStream(of: String.self)
            func report(_ text: String) {
                listener.yield(DispatchQueue.getSpecific(key: Self.key) == nil ? "\(text), elsewhere" : text)
            }
            let hyperconnectivity = Hyperconnectivity(
                configuration: .init(callbackQueue: queue, connectivityURLs: Self.urls)
            )
            hyperconnectivity.connectivityChanged = { report($0.state.description) }
            hyperconnectivity.reachabilityChanged = { report("\($0.connection)") }
            #expect(hyperconnectivity.connectivityChanged != nil && hyperconnectivity.reachabilityChanged != nil)
            hyperconnectivity.startNotifier()
            var announced = texts.makeAsyncIterator()
            await expect(announced.pair(), ["wifi", "Wi-Fi with Internet connectivity"])
            place.move(to: .nothing)
            await expect(announced.pair(), ["disconnected", "Disconnected"])
            hyperconnectivity.startNotifier()
            await expect(announced.pair(), ["disconnected", "Disconnected"])
            hyperconnectivity.stopNotifier()
            await eventually { place.observerCount == 0 }
            place.move(to: .ethernet)
            queue.sync { report("stopped") }
            await expect(announced.next(), "stopped")
        }
    }

    @Test func `The notifier of Hyperconnectivity stops when its object is released`() async {
        await Place.run { place in
            weak var object: Hyperconnectivity?
            do {
                let hyperconnectivity = Hyperconnectivity()
                object = hyperconnectivity
                hyperconnectivity.startNotifier()
                await eventually { place.observerCount == 2 }
            }
            await eventually { object == nil && place.observerCount == 0 }
        }
    }

    @Test func `Without a check only the callback of the interfaces is called`() async {
        await Place.run { place in
            let (texts, listener) = AsyncStream.makeStream(of: String.self)
            let hyperconnectivity = Hyperconnectivity(
                configuration: .init(
                    callbackQueue: .global(),
                    connectivityURLs: Self.urls,
                    shouldCheckConnectivity: false
                )
            )
            hyperconnectivity.connectivityChanged = { listener.yield($0.state.description) }
            hyperconnectivity.reachabilityChanged = { listener.yield("\($0.connection)") }
            hyperconnectivity.startNotifier()
            var announced = texts.makeAsyncIterator()
            await expect(announced.next(), "wifi")
            place.move(to: .cellular)
            await expect(announced.next(), "cellular")
            #expect(place.messages.isEmpty)
        }
    }

    @Test(arguments: Connection.allCases)
    func `A state combines the interface with the reachability of the Internet`(connection: Connection) {
        let with = ConnectivityState(connection: connection, isConnected: true)
        let without = ConnectivityState(connection: connection, isConnected: false)
        switch connection {
        case .disconnected, .loopback: #expect(with == without && "\(with)" == "\(connection)".capitalized)
        case .cellular, .ethernet, .other, .wifi:
            #expect("\(with)".hasSuffix(" with Internet connectivity"))
            #expect("\(without)".hasSuffix(" without Internet connectivity"))
        }
    }

    private static let urls = ["https://own.example/"].compactMap { URL(string: $0) }
    private static let key = DispatchSpecificKey<Void>()

    @Test func `Hyperconnectivity validators judge as their names say`() {
        let body = Data("<body>\r\nsuccess</body>".utf8)
        #expect(ResponseRegExValidator().isResponseValid(Place.response, data: body))
        #expect(!ResponseContainsStringValidator().isResponseValid(Place.response, data: body))
        #expect(
            ResponseStringEqualityValidator(expectedResponse: "a").isResponseValid(
                Place.response,
                data: Data("a\n".utf8)
            )
        )
        let validator = ResponseStringValidator(validationMode: .matchesRegularExpression)
        #expect(validator.isResponseValid(Place.response, data: body))
        #expect(
            ResponseStringValidator(validationMode: .containsExpectedResponseString, expectedResponse: "ucc")
                .isResponseValid(Place.response, data: body)
        )
    }
}
