import ConnectivityCore
import ConnectivityKit
import ConnectivityWire

extension Console {
    /// Writes a value as one line of JSON with sorted keys.
    package func printJSON(_ value: some Encodable) throws(CommandError) {
        do {
            var line = try JSONOutput.bytes(of: value, isSorted: true)
            line.append(0x0A)
            write(line: line)
        } catch {
            throw .software("a result could not be written as JSON: \(error)")
        }
    }
}
