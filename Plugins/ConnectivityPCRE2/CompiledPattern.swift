#if canImport(CPCRE2)
import CPCRE2

/// Owns one compiled pattern.
///
/// PCRE2 never changes it after compilation (pcre2api(3), "Multithreading"), so threads may share it. Memory that a
/// match writes to is allocated for this match alone.
@safe final class CompiledPattern: @unchecked Sendable {
    enum Outcome: Hashable {
        case found, notFound
        case undecided(Int32)
    }

    private static let patternByteCountMax = 4096
    private static let nestingMax: UInt32 = 64
    private static let matchStepCountMax: UInt32 = 1_000_000
    private static let heapKibibytesMax: UInt32 = 64 * 1024
    private static let stackByteCountMax = 1024 * 1024

    private let code: OpaquePointer
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

        // The subject may contain any bytes: sequences that are not UTF-8 match nothing (pcre2unicode(3)). A pattern
        // must not disable this, nor use \C, which matches part of a character.
        var flags = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C
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
        // This fails if the system forbids generating code at run time; matching is then slower, but its result is
        // the same.
        unsafe pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE)
        unsafe self.code = code
        unsafe self.matchContext = matchContext
    }

    deinit {
        unsafe pcre2_code_free_8(code)
        unsafe pcre2_match_context_free_8(matchContext)
    }

    func match(_ subject: [UInt8]) -> Outcome {
        let outcome = unsafe match(subject, in: matchContext)
        // Compiled code starts with a machine stack of 32 KiB; a larger one is allocated only if a match needs it.
        guard outcome == .undecided(PCRE2_ERROR_JIT_STACKLIMIT) else { return outcome }
        guard let context = unsafe pcre2_match_context_copy_8(matchContext) else { return outcome }
        defer { unsafe pcre2_match_context_free_8(context) }
        guard let stack = unsafe pcre2_jit_stack_create_8(32 * 1024, Self.stackByteCountMax, nil) else {
            return outcome
        }
        defer { unsafe pcre2_jit_stack_free_8(stack) }
        unsafe pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack))
        return unsafe match(subject, in: context)
    }

    private func match(_ subject: [UInt8], in context: OpaquePointer) -> Outcome {
        guard let data = unsafe pcre2_match_data_create_8(1, nil) else { return .undecided(PCRE2_ERROR_NOMEMORY) }
        defer { unsafe pcre2_match_data_free_8(data) }
        let result = unsafe pcre2_match_8(code, subject, subject.count, 0, 0, data, context)
        // Zero is a match with more groups than the match data has room for.
        if result >= 0 { return .found }
        return result == PCRE2_ERROR_NOMATCH ? .notFound : .undecided(result)
    }
}

/// Returns PCRE2's message for an error number.
func patternErrorText(_ code: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe pcre2_get_error_message_8(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
}
#endif
