extension Prober {
    /// Throws for the first endpoint whose kind of question has no prober.
    package func checkKinds(of endpoints: [Endpoint]) throws(PipelineSetupError) {
        let kinds = kinds
        for endpoint in endpoints where !kinds.contains(endpoint.question.kind) {
            throw .noProber(for: endpoint.question.kind, endpoint: endpoint.name, known: kinds.sorted())
        }
    }
}
