package import ConnectivityCore
import ConnectivityRedaction
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The reason why a secret cannot be sent; the description does not contain the secret.
package struct UnusableSecret: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

extension HTTPQuestion.SecretField {
    /// Reads the value for a request to a URL, without the prefix.
    package func value(to url: HTTPURL) throws(UnusableSecret) -> String {
        guard isAllowed(to: url) else {
            throw .init(description: "the secret field \(name) is sent only to \(host) and only over TLS")
        }
        return try source.value(isLine: true)
    }
}

extension HTTPQuestion.SecretField.Source {
    package static var byteCountMax: Int { 8 * 1024 }

    /// Reads the value, without a trailing line break; `isLine` requires a single line, as in the value of a field.
    ///
    /// A portal may ask for a short secret, such as a number of a room, which no answer can be searched for.
    package func value(
        isLine: Bool,
        byteCountMin: Int = KnownTexts.secretByteCountMin
    ) throws(UnusableSecret) -> String {
        let (text, place) =
            switch self {
            case .file(let path): (try Self.text(ofFile: path), path)
            case .environment(let name): (try Self.variable(name), name)
            case .text(let text): (text, "")
            case .keyring(let attributes):
                (try Keyring.knownValue(attributes), "the secret with \(Keyring.text(attributes))")
            }
        guard self.text == nil else { return text }
        guard !isLine || !text.isEmpty && !text.hasControlCharacter else {
            throw .init(description: "\(place.printable(limit: 200)) does not contain exactly one line of text")
        }
        guard text.utf8.count >= byteCountMin else {
            let advice = "a secret needs at least \(byteCountMin), so that it can be found in answers and replaced"
            throw .init(description: "\(place.printable(limit: 200)) has \(text.utf8.count) bytes; \(advice)")
        }
        return text
    }

    /// The texts that identify the value of a sent field in answers.
    package func texts(of value: String) -> [String] {
        if text == nil, value.utf8.count >= KnownTexts.secretByteCountMin {
            return KnownTexts.forms(ofCredentials: value)
        }
        return value.utf8.count >= KnownTexts.textByteCountMin ? [value] : []
    }

    /// The texts that identify a sent body in answers, whole or in part.
    package func texts(ofBody value: String) -> [String] {
        let parts = KnownTexts.values(inBody: Array(value.utf8), onlyNamed: text != nil)
        return (value.utf8.count >= KnownTexts.textByteCountMin ? [value] : []) + parts
    }

    private static func variable(_ name: String) throws(UnusableSecret) -> String {
        guard let value = unsafe getenv(name) else {
            throw .init(description: "the variable \(name.printable(limit: 200)) is not set")
        }
        return unsafe String(cString: value)
    }

    private static func text(ofFile path: String) throws(UnusableSecret) -> String {
        do throws(WholeFile.Fault) {
            var bytes = try WholeFile(path, limit: byteCountMax).whole[...]
            if bytes.last == 0x0A { bytes.removeLast() }
            if bytes.last == 0x0D { bytes.removeLast() }
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw .init(description: "cannot read \(path.printable(limit: 200)): \(error)")
        }
    }
}
