#if canImport(CSQLite) && os(Linux)
import CSQLite
import ConnectivityCore
import ConnectivityToolkit
import Glibc

struct SQLiteFault: Error {
    /// The extended result code (sqlite.org/rescode.html).
    let code: CInt
    /// SQLite's message, and the system's message if there is one.
    let text: String
    /// The error number of the system (errno(3)); 0 if it reported none.
    var number: CInt = 0

    var primary: CInt { code & 0xFF }
}

/// A connection to a database, for one thread at a time.
@safe final class SQLiteDatabase {
    enum Value {
        case integer(Int64)
        case text(String)
        case null

        static func text(orNull text: String?) -> Value { text.map { .text($0) } ?? .null }
    }

    /// A row of a result; valid until the next row.
    @safe struct Row {
        fileprivate let statement: OpaquePointer

        func integer(_ column: CInt) -> Int64 { unsafe sqlite3_column_int64(statement, column) }

        func text(_ column: CInt) -> String? {
            guard let bytes = unsafe sqlite3_column_text(statement, column) else { return nil }
            let count = unsafe Int(sqlite3_column_bytes(statement, column))
            return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }
    }

    /// The maximum size of a text in a row, so that a foreign file cannot exhaust the memory.
    private static let byteCountMax: CInt = 100_000
    /// The time for which a statement waits for another process, in milliseconds.
    private static let busyTimeout: CInt = 2000

    private let handle: OpaquePointer

    /// Opens a file for `SQLITE_OPEN_READONLY`, or `SQLITE_OPEN_READWRITE` with or without `SQLITE_OPEN_CREATE`.
    init(_ path: String, flags: CInt) throws(SQLiteFault) {
        if let problem = unsafe csqlite_problem() {
            let text = unsafe String(cString: problem)
            let number = ProbeFailure.Resource.isShortOfDescriptors ? EMFILE : 0
            throw SQLiteFault(code: SQLITE_CANTOPEN, text: text, number: number)
        }
        var status = stat()
        if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw SQLiteFault(code: SQLITE_CANTOPEN, text: "it is not a regular file")
        }
        // Otherwise ":memory:" and names that begin with "file:" would not name files (sqlite.org/uri.html).
        let name = path.hasPrefix("/") ? path : "./" + path
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_PRIVATECACHE, nil)
        guard let opened = unsafe opened else { throw SQLiteFault(code: code, text: "out of memory", number: ENOMEM) }
        unsafe handle = opened
        guard code == SQLITE_OK else { throw fault(code) }
        unsafe sqlite3_extended_result_codes(handle, 1)
        unsafe sqlite3_busy_timeout(handle, Self.busyTimeout)
        unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.byteCountMax)
        // Functions that a schema names are not called (sqlite.org/security.html).
        try run("PRAGMA trusted_schema = OFF")
        try run("PRAGMA cell_size_check = ON")
    }

    deinit { unsafe sqlite3_close_v2(handle) }

    var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    func run(_ sql: StaticString, _ values: Value...) throws(SQLiteFault) { try each(sql, values) { _ in } }

    /// Runs one statement and returns the first column of its first row; zero without a row.
    func integer(_ sql: StaticString, _ values: Value...) throws(SQLiteFault) -> Int64 {
        var result: Int64?
        try each(sql, values) { result = result ?? $0.integer(0) }
        return result ?? 0
    }

    /// Runs one statement and returns the first column of its first row; `nil` without a row.
    func text(_ sql: StaticString) throws(SQLiteFault) -> String? {
        var result: String?
        try each(sql, []) { result = result ?? $0.text(0) }
        return result
    }

    /// Runs one statement with its parameters in order, and passes each row of the result to the closure.
    func each(_ sql: StaticString, _ values: [Value] = [], _ body: (Row) -> Void) throws(SQLiteFault) {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(handle, sql.description, -1, &prepared, nil)
        guard code == SQLITE_OK, let statement = unsafe prepared else { throw fault(code) }
        defer { unsafe sqlite3_finalize(statement) }
        for (index, value) in zip(CInt(1)..., values) {
            let code =
                switch value {
                case .integer(let number): unsafe sqlite3_bind_int64(statement, index, number)
                case .text(let text):
                    unsafe csqlite_bind_text(statement, index, text, CInt(clamping: text.utf8.count))
                case .null: unsafe sqlite3_bind_null(statement, index)
                }
            guard code == SQLITE_OK else { throw fault(code) }
        }
        while true {
            switch unsafe sqlite3_step(statement) {
            case SQLITE_ROW: body(unsafe Row(statement: statement))
            case SQLITE_DONE: return
            case let code: throw fault(code)
            }
        }
    }

    /// Runs a body in a transaction, which is rolled back if the body throws.
    func transaction<Result>(
        _ begin: StaticString,
        _ body: () throws(SQLiteFault) -> Result
    ) throws(SQLiteFault) -> Result {
        try run(begin)
        do throws(SQLiteFault) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // SQLite rolls back by itself after some errors; this statement then fails because there is no transaction.
            try? run("ROLLBACK")
            throw error
        }
    }

    private func fault(_ code: CInt) -> SQLiteFault {
        let extended = unsafe sqlite3_extended_errcode(handle)
        var text = unsafe String(cString: sqlite3_errmsg(handle))
        let isOfTheSystem = code & 0xFF == SQLITE_CANTOPEN || code & 0xFF == SQLITE_IOERR
        let number = isOfTheSystem ? unsafe sqlite3_system_errno(handle) : 0
        if number != 0 { text += " (\(Errno(number)))" }
        return SQLiteFault(code: extended & 0xFF == code & 0xFF ? extended : code, text: text, number: number)
    }
}
#endif
