import FoundationEssentials
import Readers

/// The reader that the environment variable names.
private let reader: Reader = {
    let name = ProcessInfo.processInfo.environment["FUZZ_READER"] ?? ""
    guard let reader = Reader.named(name) else {
        fatalError("FUZZ_READER must be one of \(Reader.all.map(\.name).joined(separator: ", "))")
    }
    return reader
}()

/// Called by libFuzzer with each input (https://llvm.org/docs/LibFuzzer.html).
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    reader.read(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
