import ConnectivityCore
import ConnectivityRedaction

extension JSON {
    /// The text without what recordings replace, for files, programs and servers.
    var withoutSecrets: String {
        var redactor = TextRedactor(.standard)
        return redactor.redacted(redactingFields(by: &redactor).text)
    }

    /// Returns a copy whose header fields have no secrets by the grammar of fields, as in recordings.
    fileprivate func redactingFields(by redactor: inout TextRedactor, areHeaders: Bool = false) -> JSON {
        var copy = self
        switch value {
        case .array(let elements):
            copy.value = .array(elements.map { $0.redactingFields(by: &redactor, areHeaders: areHeaders) })
        case .object(var members):
            // A URL has the same replacement everywhere.
            let isURL = ["location", "content-location"].contains(self["name"]?.string?.lowercased())
            for index in members.indices {
                let (name, value) = (members[index].name, members[index].value)
                if areHeaders, !isURL, name == "value", let text = value.string {
                    members[index].value = .string(redactor.redacted(text, isField: true))
                } else {
                    members[index].value = value.redactingFields(by: &redactor, areHeaders: name == "headers")
                }
            }
            copy.value = .object(members)
        default: break
        }
        return copy
    }
}
