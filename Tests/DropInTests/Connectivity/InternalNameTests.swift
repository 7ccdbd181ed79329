import ConnectivityCore
import Foundation
import TestSupport
import Testing

// Names that version 8 has for its own use, as tests written for it reach them.
@testable import Connectivity

/// A validator that refuses everything, by the short name of its protocol.
private final class RefusingValidator: Connectivity::ResponseValidator {
    func isResponseValid(urlRequest: URLRequest, response: URLResponse?, data: Data?) -> Bool { false }
}

@Suite struct `The internal names of Connectivity` {
    @Test func `The short names are those of the public types`() {
        #expect(Configuration.self == ConnectivityConfiguration.self)
        #expect(ResponseContainsStringValidator.self == ConnectivityResponseContainsStringValidator.self)
        #expect(ResponseRegExValidator.self == ConnectivityResponseRegExValidator.self)
        #expect(ResponseStringEqualityValidator.self == ConnectivityResponseStringEqualityValidator.self)
        #expect(ResponseStringValidator.self == ConnectivityResponseStringValidator.self)
    }

    @Test func `The queues of an object are those of its configuration`() async {
        let (calls, checks) = (DispatchQueue(label: "calls"), DispatchQueue(label: "checks"))
        await Place.run { _ in
            let connectivity = Connectivity(
                configuration: Configuration(callbackQueue: calls, connectivityQueue: checks)
            )
            #expect(connectivity.externalQueue === calls)
            #expect(connectivity.internalQueue === checks)
        }
    }

    @Test(arguments: [
        (Connectivity.ValidationMode.containsExpectedResponseString, "ConnectivityResponseContainsStringValidator"),
        (.equalsExpectedResponseString, "ConnectivityResponseStringEqualityValidator"),
        (.matchesRegularExpression, "ConnectivityResponseRegExValidator"),
        (.custom, "RefusingValidator"),
    ])
    func `A mode chooses the validator`(mode: Connectivity.ValidationMode, name: String) throws {
        let given = RefusingValidator()
        let chosen = ResponseValidatorFactory(
            validationMode: mode,
            expectedResponse: "Pong",
            regEx: "P.ng",
            customValidator: given
        )
        .manufacture()
        expect("\(type(of: chosen))", name)
        expect((chosen === given), (mode == .custom))
        let request = URLRequest(url: try #require(URL(string: "https://own.example/")))
        expect(
            chosen.isResponseValid(urlRequest: request, response: nil, data: Data("Pong".utf8)),
            (mode != .custom)
        )
    }
}
