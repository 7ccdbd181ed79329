import ConnectivityKit

// Code of the guide "Services", which the tests of the guides compare with this file.

private func services() async throws {
    let updates = AssessmentUpdates()
    var configuration = Pipeline.Configuration()
    configuration.services = [Endpoint("https://git.example/", name: "git")]
    let pipeline = try Pipeline(configuration) { updates }
    let reports = try await pipeline.judgeServices(with: pipeline.assess())
    _ = reports
}
