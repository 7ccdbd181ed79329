#if canImport(CBrotli)
import CBrotli

/// Undoes a compression with brotli (RFC 7932), and keeps at most `limit` bytes.
///
/// Time and memory are bounded by the input and the limit; the window takes at most 16 MiB.
func unbrotlied(_ input: [UInt8], limit: Int) -> Inflated {
    guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return .notCompressed }
    defer { unsafe BrotliDecoderDestroyInstance(state) }
    var output: [UInt8] = []
    let result = unsafe input.withUnsafeBufferPointer { input in
        var restCount = input.count
        var next = input.baseAddress
        var chunk = [UInt8](repeating: 0, count: 32 * 1024)
        while true {
            var roomCount = chunk.count
            let result = unsafe chunk.withUnsafeMutableBufferPointer { room in
                var place = room.baseAddress
                return unsafe BrotliDecoderDecompressStream(state, &restCount, &next, &roomCount, &place, nil)
            }
            output += chunk[..<(chunk.count - roomCount)]
            if output.count > limit || result != BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT { return result }
        }
    }
    if output.count > limit { return .leading(Array(output.prefix(limit))) }
    if result == BROTLI_DECODER_RESULT_SUCCESS { return .whole(output) }
    return result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT && !output.isEmpty ? .leading(output) : .notCompressed
}
#else
/// Without libbrotli, no data compressed with brotli can be decoded.
func unbrotlied(_ input: [UInt8], limit: Int) -> Inflated { .unavailable }
#endif
