#if canImport(Glibc)
import ConnectivityCore
import Glibc

/// The maximum number of invalid bytes, which are skipped one by one; a text with more is in another encoding.
private let faultCountMax = 4096

/// Converts a text from another character set (iconv(1), `--list`) to UTF-8, by the tables of the C library.
///
/// Invalid bytes become U+FFFD, and the byte after an invalid one is decoded again, so that no byte can hide the end of
/// a tag. The result is `nil` if the system lacks the tables or the text has too many invalid bytes.
func converted(_ text: [UInt8], from name: String) -> [UInt8]? {
    guard let converter = CharacterConverter(from: name) else { return nil }
    var text = text
    return unsafe text.withUnsafeMutableBytes { unsafe converter.convert($0) }
}

@safe private struct CharacterConverter: ~Copyable {
    private let descriptor: iconv_t

    init?(from name: String) {
        // The system loads the tables at run time; this fails if they are not installed.
        let descriptor = unsafe iconv_open("UTF-8", name)
        guard unsafe descriptor != iconv_t(bitPattern: -1), let descriptor = unsafe descriptor else { return nil }
        unsafe self.descriptor = descriptor
    }

    deinit { unsafe iconv_close(descriptor) }

    func convert(_ input: UnsafeMutableRawBufferPointer) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(input.count * 2)
        // iconv only reads through this pointer (iconv(3)).
        var next = unsafe input.baseAddress?.assumingMemoryBound(to: CChar.self)
        var left = input.count
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        var faultCount = 0
        while true {
            let isFlush = left == 0
            var code: CInt = 0
            let room = unsafe chunk.withUnsafeMutableBytes { chunk in
                var end = unsafe chunk.baseAddress?.assumingMemoryBound(to: CChar.self)
                var room = chunk.count
                // The last call writes a character that was held back because it may combine with the next one.
                let result =
                    unsafe isFlush
                    ? iconv(descriptor, nil, nil, &end, &room) : iconv(descriptor, &next, &left, &end, &room)
                if result == -1 { code = errno }
                return room
            }
            output += chunk[..<(chunk.count - room)]
            switch code {
            case 0:
                if isFlush { return output }
            case E2BIG:
                continue
            case EILSEQ where !isFlush, EINVAL where !isFlush:
                faultCount += 1
                guard faultCount <= faultCountMax else { return nil }
                output += [0xEF, 0xBF, 0xBD]
                // An incomplete character at the end counts as one fault.
                let step = code == EINVAL ? left : 1
                unsafe next = next.map { unsafe $0 + step }
                left -= step
            default:
                return nil
            }
        }
    }
}
#else
/// Without iconv, only the built-in encodings are supported.
func converted(_ text: [UInt8], from name: String) -> [UInt8]? { nil }
#endif
