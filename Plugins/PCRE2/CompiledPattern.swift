#if canImport(CPCRE2)
import CPCRE2
import ConnectivityCore

/// Owns one compiled pattern.
///
/// PCRE2 never changes it after compilation (pcre2api(3), "Multithreading"), so threads may share it. Memory that a match writes
/// to is allocated for this match alone.
@safe final class CompiledPattern: @unchecked Sendable {
    enum Outcome: Hashable {
        /// A match, with the texts of the named groups that took part in it.
        case found([String: String])
        case notFound
        case undecided(Int32)
    }

    private static let patternByteCountMax = 4096
    private static let nestingMax: UInt32 = 64
    private static let matchStepCountMax: UInt32 = 1_000_000
    private static let heapKibibytesMax: UInt32 = 64 * 1024

    /// The maximum number of named groups whose texts are kept, the first by name.
    static let captureCountMax = 8
    /// The maximum number of characters kept of the text of a group.
    static let captureCharacterCountMax = 100

    private let code: OpaquePointer
    /// The named groups with their numbers, in the order of the names.
    private let groups: [(name: String, number: Int)]
    private let matchContext: OpaquePointer

    init(_ pattern: String, options: BodyMatches.Options) throws(PatternError) {
        guard let compileContext = unsafe pcre2_compile_context_create_8(nil),
            let matchContext = unsafe pcre2_match_context_create_8(nil)
        else { preconditionFailure("out of memory") }
        defer { unsafe pcre2_compile_context_free_8(compileContext) }
        unsafe pcre2_set_max_pattern_length_8(compileContext, Self.patternByteCountMax)
        unsafe pcre2_set_parens_nest_limit_8(compileContext, Self.nestingMax)
        unsafe pcre2_set_match_limit_8(matchContext, Self.matchStepCountMax)
        unsafe pcre2_set_heap_limit_8(matchContext, Self.heapKibibytesMax)
        // Line ends are those of Unicode, with CR LF as one.
        unsafe pcre2_set_newline_8(compileContext, UInt32(PCRE2_NEWLINE_ANY))

        // The subject may contain any bytes: sequences that are not UTF-8 match nothing (pcre2unicode(3)). A pattern
        // must not disable this, nor use \C, which matches part of a character. Classes such as \w know the letters of Unicode.
        var flags = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_UCP
        if options.contains(.caseInsensitive) { flags |= PCRE2_CASELESS }
        if options.contains(.extended) { flags |= PCRE2_EXTENDED }
        if options.contains(.dotMatchesLineEnds) { flags |= PCRE2_DOTALL }
        if options.contains(.anchorsMatchLines) { flags |= PCRE2_MULTILINE }
        var error: Int32 = 0
        var offset = 0
        let bytes = Array(pattern.utf8)
        guard let code = unsafe pcre2_compile_8(bytes, bytes.count, flags, &error, &offset, compileContext) else {
            unsafe pcre2_match_context_free_8(matchContext)
            throw PatternError(code: error, offset: offset)
        }
        // This fails if the system forbids generating code at run time; matching is then slower, but its result is the same.
        unsafe pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
        unsafe self.code = code
        unsafe self.matchContext = matchContext
        unsafe groups = Self.groups(of: code)
    }

    /// Reads the table of names (pcre2api(3), "Information about a compiled pattern").
    private static func groups(of code: OpaquePointer) -> [(name: String, number: Int)] {
        var (count, entrySize): (UInt32, UInt32) = (0, 0)
        var table: UnsafePointer<UInt8>?
        guard unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMECOUNT), &count) == 0, count > 0,
            unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &entrySize) == 0,
            unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &table) == 0, let table = unsafe table
        else { return [] }
        return (0..<min(Int(count), captureCountMax)).map { place in
            // Two bytes of the number, the most significant first, then the name and a zero.
            let entry = unsafe UnsafeBufferPointer(start: table + place * Int(entrySize), count: Int(entrySize))
            let name = unsafe String(decoding: entry.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self)
            return unsafe (name, Int(entry[0]) << 8 | Int(entry[1]))
        }
    }

    deinit {
        unsafe pcre2_code_free_8(code)
        unsafe pcre2_match_context_free_8(matchContext)
    }

    func match(_ subject: [UInt8]) -> Outcome {
        let outcome = match(subject, 0)
        // Compiled code has a machine stack of 32 KiB; without it, a match has the heap, within its limit.
        return outcome == .undecided(PCRE2_ERROR_JIT_STACKLIMIT) ? match(subject, PCRE2_NO_JIT) : outcome
    }

    private func match(_ subject: [UInt8], _ options: UInt32) -> Outcome {
        let room = UInt32((groups.map(\.number).max() ?? 0) + 1)
        guard let data = unsafe pcre2_match_data_create_8(room, nil) else { return .undecided(PCRE2_ERROR_NOMEMORY) }
        defer { unsafe pcre2_match_data_free_8(data) }
        let result = unsafe pcre2_match_8(code, subject, subject.count, 0, options, data, matchContext)
        // Zero is a match with more groups than the match data has room for.
        if result >= 0 { return .found(unsafe captures(in: subject, of: data)) }
        return result == PCRE2_ERROR_NOMATCH ? .notFound : .undecided(result)
    }

    private func captures(in subject: [UInt8], of data: OpaquePointer) -> [String: String] {
        guard !groups.isEmpty, let places = unsafe pcre2_get_ovector_pointer_8(data) else { return [:] }
        var captures: [String: String] = [:]
        for (name, number) in groups {
            let (start, end) = unsafe (places[2 * number], places[2 * number + 1])
            // A group without a match has no place (`PCRE2_UNSET`, here -1), and \K can put an end before a start.
            guard start >= 0, start <= end, end <= subject.count else { continue }
            // No character has more than four bytes in UTF-8.
            let bytes = subject[start..<min(end, start + (Self.captureCharacterCountMax + 1) * 4)]
            captures[name] = String(decoding: bytes, as: UTF8.self).printable(limit: Self.captureCharacterCountMax)
        }
        return captures
    }
}

func patternErrorText(_ code: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe pcre2_get_error_message_8(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
}
#endif
