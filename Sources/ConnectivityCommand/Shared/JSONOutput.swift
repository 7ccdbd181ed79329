import ConnectivityCore
import ConnectivityKit

extension Console {
    /// Writes a value as one line of JSON with sorted keys.
    func printJSON(_ value: some Encodable) throws(CommandError) {
        do {
            print(try JSONOutput.text(of: value))
        } catch {
            throw .software("a result could not be written as JSON: \(error)")
        }
    }
}
