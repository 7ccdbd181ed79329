#if canImport(CZlib)
import CZlib

/// Undoes one compression with zlib and keeps at most `limit` bytes; this limit and the input bound time and memory.
func inflated(_ input: [UInt8], _ wrapping: Wrapping, limit: Int) -> Inflated {
    guard let inflation = Inflation(wrapping) else { return .notCompressed }
    var output: [UInt8] = []
    let ending = unsafe input.withUnsafeBufferPointer {
        unsafe inflation.run($0, wrapping, into: &output, limit: limit)
    }
    switch ending {
    case .end(let restByteCount) where wrapping != .none || restByteCount == 0:
        return .whole(output)
    case .limit,
        .damage where wrapping != .none && !output.isEmpty:
        return .leading(Array(output.prefix(limit)))
    case .missing where output.count >= (wrapping == .none ? bareByteCountMin : 1):
        return .leading(output)
    case .end, .damage, .missing:
        return .notCompressed
    }
}

/// The minimum number of output bytes of a bare deflate stream without an end that counts as compressed.
///
/// Only the absence of errors shows that such a stream is compressed, and a few arbitrary bytes may contain none.
private let bareByteCountMin = 64

@safe private struct Inflation: ~Copyable {
    enum Ending {
        case end(restByteCount: Int)
        case limit, damage, missing
    }

    // Allocated separately, because zlib compares its address from call to call.
    private let stream: UnsafeMutablePointer<z_stream>

    init?(_ wrapping: Wrapping) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe czlib_inflate_init(stream, wrapping.windowBits) == Z_OK else {
            unsafe stream.deallocate()
            return nil
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    func run(
        _ input: UnsafeBufferPointer<UInt8>,
        _ wrapping: Wrapping,
        into output: inout [UInt8],
        limit: Int
    ) -> Ending {
        // zlib only reads through this pointer (zlib.h).
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
        var chunk = [UInt8](repeating: 0, count: 32 * 1024)
        while true {
            let status = unsafe chunk.withUnsafeMutableBufferPointer { room in
                unsafe stream.pointee.next_out = room.baseAddress
                unsafe stream.pointee.avail_out = UInt32(room.count)
                return unsafe inflate(stream, Z_NO_FLUSH)
            }
            output += chunk[..<(chunk.count - Int(unsafe stream.pointee.avail_out))]
            if output.count > limit { return .limit }
            switch status {
            case Z_OK:
                continue
            case Z_STREAM_END:
                let rest = unsafe input.suffix(Int(stream.pointee.avail_in))
                // A gzip stream may have several members (RFC 1952, section 2.2); other bytes after it do not belong to
                // it.
                guard wrapping == .gzip, unsafe rest.starts(with: [0x1F, 0x8B]) else {
                    return unsafe .end(restByteCount: rest.count)
                }
                guard unsafe inflateReset(stream) == Z_OK else { return .damage }
            case Z_BUF_ERROR:
                return .missing
            default:
                return .damage
            }
        }
    }
}
#else
/// Without zlib, no compressed data can be decoded.
func inflated(_ input: [UInt8], _ wrapping: Wrapping, limit: Int) -> Inflated { .unavailable }
#endif
