extension Prober {
    /// Checks that a prober exists for the question of every endpoint, and throws for the first whose kind of question
    /// is not supported.
    package func checkKinds(of endpoints: [Endpoint]) throws(PipelineSetupError) {
        let kinds = kinds
        for endpoint in endpoints where !kinds.contains(endpoint.question.kind) {
            throw .noProber(for: endpoint.question.kind, endpoint: endpoint.name, known: kinds.sorted())
        }
    }
}
