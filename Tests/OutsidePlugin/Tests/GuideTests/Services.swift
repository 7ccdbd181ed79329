import ConnectivityCompanions
import ConnectivityKit

// Code of the guide "Services", which the tests of the guides compare with this file.

private func services() async throws {
    var configuration = Pipeline.Configuration()
    configuration.companions = [Services([Endpoint("https://git.example/", name: "git")])]
    let assessment = try await Pipeline(configuration).assess()
    let reports = assessment.observations.compactMap { $0.decoded(as: ServiceReport.self) }
    _ = reports
}
