import TestSupport
import Testing

@Suite struct `An expectation of two equal values` {
    @Test func `Two different values are an issue with both, the comment and the place of the caller`() {
        let line = #line + 2
        withKnownIssue {
            expect(["1"], ["2"], "texts")
        } matching: { issue in
            issue.comments.map(\.rawValue) == [#"["1"] in place of ["2"]; texts"#] && issue.sourceLocation?.line == line
        }
        expect(Optional(1), 1)
    }
}
