import ConnectivityCore
import ConnectivityEmulation
import ConnectivityKit
import ConnectivityNames
import TestSupport
import Testing

/// The detectors state name lookups in the form of a plugin that their module does not know.
@Suite struct `The name lookups of detectors` {
    @Test func `The prober for name servers can read each question and could give its genuine answer`() throws {
        let lookups = Detector.all.flatMap(\.questions).filter { $0.url == nil }
        #expect(lookups.count == 3)
        for lookup in lookups {
            let question: DNSQuestion = try #require(lookup.request.question.decoded(), "\(lookup.subject)")
            guard case .success(let genuine)? = lookup.genuine, let answer: DNSAnswer = genuine.decoded() else {
                Issue.record("\(lookup.subject): the genuine answer cannot be read")
                continue
            }
            expect(answer.name, question.name)
            expect(answer.records(of: question.type).count, 1)
            expect(Answer(answer), genuine, "\(lookup.subject)")
        }
    }

    @Test func `The code of each answer that a detector reads has the prober's name`() {
        let codes: [DNSResponseCode] = [.noError, .noSuchName, .refused]
        expect(codes.map(\.description), ["NOERROR", "NXDOMAIN", "REFUSED"])
    }
}
