import ConnectivityKit

// Code of the guide "Traffic of the device", which the tests of the guides compare with this file.

func load<Answer>(
    from host: String,
    telling pipeline: Pipeline,
    _ request: () async throws -> Answer
) async throws -> Answer {
    do {
        let answer = try await request()
        pipeline.hint(.success(host))
        return answer
    } catch {
        pipeline.hint(.failure(host, error))
        throw error
    }
}
