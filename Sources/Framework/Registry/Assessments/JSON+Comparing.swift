import ConnectivityCore

extension JSON {
    /// Returns the path to the first difference from another value; `nil` if the values are equal.
    ///
    /// Members that are objects or arrays are compared before other members, because a different answer also makes the conclusion
    /// differ. Within each group the members are compared in the order of their names. Strings are compared byte for byte.
    func difference(from other: JSON) -> [String]? {
        switch (value, other.value) {
        case (.object, .object):
            let (ours, theirs) = (members, other.members)
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

    private var members: [String: JSON] {
        guard case .object(let members) = value else { return [:] }
        return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private var hasParts: Bool {
        switch value {
        case .object, .array: true
        case .null, .bool, .integer, .number, .string: false
        }
    }
}
