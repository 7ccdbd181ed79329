// Verdicts that precede every expectation of a body.

extension ProbeResponse {
    /// The maximum size in bytes of a body that counts as empty; Android's network monitor uses the same limit.
    package static let emptyByteCountMax = 4

    /// The verdict on a success with an almost empty body when a longer one is expected; `nil` for other responses.
    package var emptySuccess: Verdict? {
        guard (200...299).contains(status), body.count <= Self.emptyByteCountMax else { return nil }
        return Verdict(.failed, because: .bodyEmpty(byteCount: body.count))
    }

    /// The verdict of an expectation of the body if the body cannot be read; `nil` if it can.
    package var unreadableBody: Verdict? {
        guard let coding = unreadCoding, !body.isEmpty, !body.isUTF8 else { return nil }
        return Verdict(.inconclusive, because: .undecided("the body is encoded as \(coding), which is not decoded"))
    }
}
