import ConnectivityCore
import ConnectivityKit

// Code of the guide "Quality", which the tests of the guides compare with this file.

private func quality() throws {
    var configuration = Pipeline.Configuration()
    configuration.quality.slowConnection = .milliseconds(150)
    configuration.policy = QualityPolicy(EvidencePolicy(), atLeast: .slow)
    configuration.endpoints += [
        Endpoint(
            "https://till.example/ping",
            expecting: AllOf {
                BodyContains("pong")
                ResponseTime(below: .milliseconds(800), of: .firstByte)
            }
        )
    ]
    _ = configuration
}
