// Uses publishers as applications do, compiled and run against the stand-in for Combine.

import Combine
import Connectivity
import Dispatch
import Foundation
import Hyperconnectivity

/// The values of the publishers by kind, marked if they did not arrive on the requested queue.
let (reported, sender) = AsyncStream.makeStream(of: String.self)
let key = DispatchSpecificKey<Void>()
let queue = DispatchQueue(label: "callbacks")
queue.setSpecific(key: key, value: ())

func report(_ text: String) {
    sender.yield(DispatchQueue.getSpecific(key: key) == nil ? "\(text) elsewhere" : text)
}

let configuration = ConnectivityConfiguration(callbackQueue: queue).configureURLSession(.default)
let urls: [URL] = []
let hyperconfiguration = Hyperconnectivity.Configuration(callbackQueue: queue, connectivityURLs: urls)

var cancellables: [AnyCancellable] = [
    Connectivity.Publisher(configuration: configuration.configureConnectivity(urls: urls))
        .eraseToAnyPublisher()
        .sink(receiveCompletion: { _ in }, receiveValue: { report("object: \($0.isConnected)") }),
    Hyperconnectivity.Publisher(configuration: hyperconfiguration)
        .map { result in "\(result.isConnected)" }
        .sink { report("result: \($0)") },
    Hyperconnectivity.Publisher(configuration: hyperconfiguration)
        .map(\.state)
        .sink { report("state: \($0 == .disconnected || !"\($0)".hasPrefix("Disconnected"))") },
    ReachabilityPublisher(configuration: hyperconfiguration)
        .sink { report("reachable: \($0.isReachable == ($0.connection != .disconnected))") },
]

var missing: Set = ["object: false", "result: false", "state: true", "reachable: true"]
for await text in reported {
    guard missing.remove(text) != nil || !text.hasSuffix("elsewhere") else { fatalError("it came \(text)") }
    if missing.isEmpty { break }
}
cancellables = []
await checkDemand()
print("the publishers are publishers, those with the predecessors' names too")
