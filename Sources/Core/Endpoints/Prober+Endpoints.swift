extension Prober {
    /// Checks that a prober exists for the question of every endpoint.
    /// - Parameter endpoints: The endpoints.
    /// - Throws: ``PipelineSetupError/noProber(for:endpoint:known:)`` for the first endpoint whose kind of question
    ///   is not supported.
    package func checkKinds(of endpoints: [Endpoint]) throws(PipelineSetupError) {
        let kinds = kinds
        for endpoint in endpoints where !kinds.contains(endpoint.question.kind) {
            throw .noProber(for: endpoint.question.kind, endpoint: endpoint.name, known: kinds.sorted())
        }
    }
}
