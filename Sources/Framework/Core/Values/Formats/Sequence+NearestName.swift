// Suggestions for a person who wrote a name that does not exist.

extension Sequence<String> {
    /// Returns the name that a person most likely meant; `nil` if no name is similar enough.
    ///
    /// Case and the choice among the separators `-`, `_`, `.` and space do not count. A missing, added or replaced character, and
    /// two swapped neighbours, count as one edit each; at most a third of the characters, and at most three, may differ. A common
    /// beginning up to a dot or a space is ignored: `validator.` makes no two names similar. A name without a dot also matches
    /// the part of a name after a dot: `json` for `validator.json`. If no name is near, the result is the only name that begins
    /// with the written text, if that has three characters or more: `lib` for `library`.
    ///
    /// A text longer than 100 characters matches no name, and only the first thousand names are compared. Of several nearest
    /// names, the first in the order of their bytes counts, whatever the order of the sequence.
    package func nearest(to written: String) -> String? {
        guard !written.isEmpty, written.utf8.prefix(101).count <= 100 else { return nil }
        var best: (name: String, distance: Int)?
        for name in prefix(1000) {
            guard let distance = NearestName.distance(from: written, to: name) else { continue }
            if let found = best {
                guard (distance, name) < (found.distance, found.name) else { continue }
            }
            best = (name, distance)
        }
        if let best { return best.name }
        let start = written.unicodeScalars.map(\.folded)
        guard start.count >= 3 else { return nil }
        let begun = prefix(1000).filter { name in
            name.utf8.count <= 100 && name.unicodeScalars.lazy.map(\.folded).starts(with: start)
        }
        return begun.count == 1 ? begun[0] : nil
    }

    /// Returns `did you mean x?` if a name is near, otherwise the first twenty names: `use one of: a, b`.
    package func alternatives(to written: String, as form: (String) -> String = { $0 }) -> String {
        if let nearest = nearest(to: written) { return "did you mean \(form(nearest))?" }
        let names = Array(self)
        let listed = names.prefix(20).map(form).joined(separator: ", ")
        return "use one of: \(listed)" + (names.count > 20 ? ", and \(names.count - 20) more" : "")
    }

    /// Returns `; did you mean x?` if a name is near, otherwise an empty text, for a message that already lists the names.
    package func suggestion(for written: String) -> String {
        nearest(to: written).map { "; did you mean \($0)?" } ?? ""
    }
}

private enum NearestName {
    /// Returns the number of edits between two names; `nil` if they are not similar enough.
    static func distance(from written: String, to name: String) -> Int? {
        guard name.utf8.count <= 100 else { return nil }
        let (typed, meant) = (Array(written.unicodeScalars), Array(name.unicodeScalars))
        var shared = 0
        for (index, pair) in zip(typed, meant).enumerated() {
            guard pair.0 == pair.1 else { break }
            if pair.0 == "." || pair.0 == " " { shared = index + 1 }
        }
        if let edits = edits(typed[shared...].map(\.folded), meant[shared...].map(\.folded)) { return edits }
        guard !typed.contains("."), let dot = meant.firstIndex(of: ".") else { return nil }
        return edits(typed.map(\.folded), meant[(dot + 1)...].map(\.folded)).map { $0 + 1 }
    }

    /// The number of edits, with a swap of two neighbours as one; `nil` if it is too large.
    private static func edits(_ from: [Unicode.Scalar], _ to: [Unicode.Scalar]) -> Int? {
        let limit = min(3, max(from.count, to.count) / 3)
        guard !from.isEmpty, !to.isEmpty, abs(from.count - to.count) <= limit else { return nil }
        var (earlier, last) = ([Int](), Array(0...to.count))
        for i in from.indices {
            var row = [i + 1]
            for j in to.indices {
                var edits = Swift.min(last[j + 1] + 1, row[j] + 1, last[j] + (from[i] == to[j] ? 0 : 1))
                if i > 0, j > 0, from[i] == to[j - 1], from[i - 1] == to[j] {
                    edits = Swift.min(edits, earlier[j - 1] + 1)
                }
                row.append(edits)
            }
            // No later row is smaller than the smaller one of two previous rows.
            guard Swift.min(row.min() ?? 0, last.min() ?? 0) <= limit else { return nil }
            (earlier, last) = (last, row)
        }
        return last[to.count] <= limit ? last[to.count] : nil
    }
}

extension Unicode.Scalar {
    /// The character without case (ASCII), with one separator in place of all.
    fileprivate var folded: Unicode.Scalar {
        switch self {
        case "A"..."Z": Unicode.Scalar(UInt8(value) | 0x20)
        case "_", ".", " ": "-"
        default: self
        }
    }
}
