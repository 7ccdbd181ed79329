extension JSONValue {
    /// The way to the first difference from another value; `nil` where there is none.
    ///
    /// Members with parts come before those without, because what differs in an answer makes the conclusion differ; among
    /// them the order is that of the names. Texts are compared byte for byte.
    func difference(from other: JSONValue) -> [String]? {
        switch (self, other) {
        case (.object(let ours), .object(let theirs)):
            let keys = Set(ours.keys).union(theirs.keys).sorted()
            let isWhole = { (key: String) in ours[key]?.hasParts == true || theirs[key]?.hasParts == true }
            for key in keys.filter(isWhole) + keys.filter({ !isWhole($0) }) {
                guard let mine = ours[key], let other = theirs[key] else { return [key] }
                if let path = mine.difference(from: other) { return [key] + path }
            }
            return nil
        case (.array(let ours), .array(let theirs)):
            for (index, (mine, other)) in zip(ours, theirs).enumerated() {
                if let path = mine.difference(from: other) { return ["\(index)"] + path }
            }
            return ours.count == theirs.count ? nil : ["\(min(ours.count, theirs.count))"]
        case (.string(let ours), .string(let theirs)):
            return ours.utf8.elementsEqual(theirs.utf8) ? nil : []
        default:
            return self == other ? nil : []
        }
    }

    private var hasParts: Bool {
        switch self {
        case .object, .array: true
        case .null, .bool, .integer, .number, .string: false
        }
    }
}
