#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The functions of OpenSSL's C library that the server needs, found at run time.
///
/// Loading the library when a test asks for TLS, and not before, spares everybody who uses the package a library to link
/// and headers to install; machines with libcurl mostly have it. The command `openssl s_server` was the other choice: it
/// serves one connection at a time, and what a broken server does to TCP does not pass through its pipes.
///
/// The functions are those that versions 1.1.1 and 3 have in common, with the types of their manual pages.
@safe struct OpenSSL: @unchecked Sendable {
    typealias Object = OpaquePointer

    /// Where the library is, newest first.
    private static let names = [
        "libssl.so.3", "libssl.so.1.1", "/opt/homebrew/opt/openssl@3/lib/libssl.3.dylib",
        "/usr/local/opt/openssl@3/lib/libssl.3.dylib",
    ]

    /// `OPENSSL_INIT_NO_ATEXIT`.
    private static let withoutExitHandler: UInt64 = 0x0008_0000

    let serverMethod: @convention(c) () -> Object?
    let newContext: @convention(c) (Object?) -> Object?
    let freeContext: @convention(c) (Object?) -> Void
    let useCertificate: @convention(c) (Object?, Object?) -> Int32
    let useKey: @convention(c) (Object?, Object?) -> Int32
    let newSession: @convention(c) (Object?) -> Object?
    let freeSession: @convention(c) (Object?) -> Void
    let setStreams: @convention(c) (Object?, Object?, Object?) -> Void
    let setAcceptState: @convention(c) (Object?) -> Void
    let doHandshake: @convention(c) (Object?) -> Int32
    let read: @convention(c) (Object?, UnsafeMutableRawPointer?, Int32) -> Int32
    let write: @convention(c) (Object?, UnsafeRawPointer?, Int32) -> Int32
    let shutdown: @convention(c) (Object?) -> Int32
    let error: @convention(c) (Object?, Int32) -> Int32
    let clearErrors: @convention(c) () -> Void

    let memoryMethod: @convention(c) () -> Object?
    let newStream: @convention(c) (Object?) -> Object?
    let freeStream: @convention(c) (Object?) -> Int32
    let readStream: @convention(c) (Object?, UnsafeMutableRawPointer?, Int32) -> Int32
    let writeStream: @convention(c) (Object?, UnsafeRawPointer?, Int32) -> Int32
    let pending: @convention(c) (Object?) -> Int

    let newKeyMaker: @convention(c) (Int32, Object?) -> Object?
    let freeKeyMaker: @convention(c) (Object?) -> Void
    let prepareKeyMaker: @convention(c) (Object?) -> Int32
    let setUpKeyMaker: @convention(c) (Object?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32
    let makeKey: @convention(c) (Object?, UnsafeMutablePointer<Object?>?) -> Int32
    let freeKey: @convention(c) (Object?) -> Void

    let newCertificate: @convention(c) () -> Object?
    let freeCertificate: @convention(c) (Object?) -> Void
    let setVersion: @convention(c) (Object?, Int) -> Int32
    let serialNumber: @convention(c) (Object?) -> Object?
    let setInteger: @convention(c) (Object?, Int) -> Int32
    let notBefore: @convention(c) (Object?) -> Object?
    let notAfter: @convention(c) (Object?) -> Object?
    let setTimeFromNow: @convention(c) (Object?, Int) -> Object?
    let subjectName: @convention(c) (Object?) -> Object?
    let addToName:
        @convention(c) (Object?, UnsafePointer<CChar>?, Int32, UnsafePointer<UInt8>?, Int32, Int32, Int32) -> Int32
    let setIssuerName: @convention(c) (Object?, Object?) -> Int32
    let setPublicKey: @convention(c) (Object?, Object?) -> Int32
    let prepareExtension: @convention(c) (UnsafeMutableRawPointer?, Object?, Object?, Object?, Object?, Int32) -> Void
    let makeExtension:
        @convention(c) (Object?, UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Object?
    let addExtension: @convention(c) (Object?, Object?, Int32) -> Int32
    let freeExtension: @convention(c) (Object?) -> Void
    let sha256: @convention(c) () -> Object?
    let sign: @convention(c) (Object?, Object?, Object?) -> Int32
    let writePEM: @convention(c) (Object?, Object?) -> Int32

    /// Loads the library; it stays loaded.
    init() throws(TestAuthorityError) {
        let library = unsafe Self.names.lazy.compactMap { unsafe dlopen($0, RTLD_NOW) }.first
        guard let library = unsafe library else { throw TestAuthorityError(.noLibrary) }
        func find<Function>(_ name: String) throws(TestAuthorityError) -> Function {
            guard let symbol = unsafe dlsym(library, name) else { throw TestAuthorityError(.missingFunction(name)) }
            return unsafe unsafeBitCast(symbol, to: Function.self)
        }
        // The server's threads may be inside when the process exits: then nothing is to be tidied up, unless somebody else
        // has set the library up before (OPENSSL_init_crypto(3)).
        let setUp: @convention(c) (UInt64, Object?) -> Int32 = unsafe try find("OPENSSL_init_crypto")
        _ = setUp(Self.withoutExitHandler, nil)
        unsafe serverMethod = try find("TLS_server_method")
        unsafe newContext = try find("SSL_CTX_new")
        unsafe freeContext = try find("SSL_CTX_free")
        unsafe useCertificate = try find("SSL_CTX_use_certificate")
        unsafe useKey = try find("SSL_CTX_use_PrivateKey")
        unsafe newSession = try find("SSL_new")
        unsafe freeSession = try find("SSL_free")
        unsafe setStreams = try find("SSL_set_bio")
        unsafe setAcceptState = try find("SSL_set_accept_state")
        unsafe doHandshake = try find("SSL_do_handshake")
        unsafe read = try find("SSL_read")
        unsafe write = try find("SSL_write")
        unsafe shutdown = try find("SSL_shutdown")
        unsafe error = try find("SSL_get_error")
        clearErrors = try find("ERR_clear_error")
        unsafe memoryMethod = try find("BIO_s_mem")
        unsafe newStream = try find("BIO_new")
        unsafe freeStream = try find("BIO_free")
        unsafe readStream = try find("BIO_read")
        unsafe writeStream = try find("BIO_write")
        unsafe pending = try find("BIO_ctrl_pending")
        unsafe newKeyMaker = try find("EVP_PKEY_CTX_new_id")
        unsafe freeKeyMaker = try find("EVP_PKEY_CTX_free")
        unsafe prepareKeyMaker = try find("EVP_PKEY_keygen_init")
        unsafe setUpKeyMaker = try find("EVP_PKEY_CTX_ctrl_str")
        unsafe makeKey = try find("EVP_PKEY_keygen")
        unsafe freeKey = try find("EVP_PKEY_free")
        unsafe newCertificate = try find("X509_new")
        unsafe freeCertificate = try find("X509_free")
        unsafe setVersion = try find("X509_set_version")
        unsafe serialNumber = try find("X509_get_serialNumber")
        unsafe setInteger = try find("ASN1_INTEGER_set")
        unsafe notBefore = try find("X509_getm_notBefore")
        unsafe notAfter = try find("X509_getm_notAfter")
        unsafe setTimeFromNow = try find("X509_gmtime_adj")
        unsafe subjectName = try find("X509_get_subject_name")
        unsafe addToName = try find("X509_NAME_add_entry_by_txt")
        unsafe setIssuerName = try find("X509_set_issuer_name")
        unsafe setPublicKey = try find("X509_set_pubkey")
        unsafe prepareExtension = try find("X509V3_set_ctx")
        unsafe makeExtension = try find("X509V3_EXT_conf")
        unsafe addExtension = try find("X509_add_ext")
        unsafe freeExtension = try find("X509_EXTENSION_free")
        unsafe sha256 = try find("EVP_sha256")
        unsafe sign = try find("X509_sign")
        unsafe writePEM = try find("PEM_write_bio_X509")
    }
}
