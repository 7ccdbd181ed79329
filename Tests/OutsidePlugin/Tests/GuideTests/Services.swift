import ConnectivityKit

// Code of the guide "Services", which the tests of the guides compare with this file.

private func services(_ notifier: some Notifier) async throws {
    let pipeline = try Pipeline.standard { notifier }
        .asking { Endpoint("https://git.example/", name: "git") }
    let reports = try await pipeline.judgeServices(with: pipeline.assess())
    _ = reports
}
