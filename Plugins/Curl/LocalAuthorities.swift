#if canImport(CCurl)
import CCurl
import ConnectivityToolkit

#if canImport(COpenSSL) && os(Linux)
import COpenSSL
import Glibc

/// The authorities that were added on this device: the owner of such an authority's key can answer in every name.
enum LocalAuthorities {
    /// The folders of the administrator's certificates: update-ca-certificates(8), update-ca-trust(8).
    private static let folders = [
        "/usr/local/share/ca-certificates", "/etc/pki/ca-trust/source/anchors",
        "/etc/ca-certificates/trust-source/anchors",
    ]
    private static let systemDigests: Set<[UInt8]> = folders.reduce(into: []) { $0.formUnion(names(inFolder: $1)) }
    private static let fileDigests = Lock<[String: Set<[UInt8]>]>([:])

    /// Returns the names, in DER, of the authorities that were added.
    ///
    /// They are the authorities in the administrator's folders, and those in the user's file that the system does not
    /// have. They are read once per process.
    static func names(_ caFile: String?) -> Set<[UInt8]> {
        guard let caFile, caFile != CurlSetup.builtInCAFile else { return systemDigests }
        return fileDigests.withLock { known in
            if let names = known[caFile] { return names }
            let standard = CurlSetup.builtInCAFile.map(names(inFile:)) ?? []
            let names = systemDigests.union(names(inFile: caFile).subtracting(standard.subtracting(systemDigests)))
            known[caFile] = names
            return names
        }
    }

    /// Whether an added authority issued one of the certificates that a host sent.
    static func issued(_ chain: [[UInt8]], _ caFile: String?) -> Bool {
        let added = names(caFile)
        return !added.isEmpty
            && chain.contains { pem in
                unsafe names(of: pem) { unsafe X509_get_issuer_name($0) }.contains(where: added.contains)
            }
    }

    private static func names(inFolder folder: String, depth: Int = 2) -> Set<[UInt8]> {
        guard depth > 0, let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var found: Set<[UInt8]> = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            let path = "\(folder)/\(name)"
            found.formUnion(names(inFile: path))
            found.formUnion(names(inFolder: path, depth: depth - 1))
        }
        return found
    }

    private static func names(inFile path: String) -> Set<[UInt8]> {
        guard let source = unsafe BIO_new_file(path, "r") else {
            ERR_clear_error()
            return []
        }
        return unsafe names(takenFrom: source) { unsafe X509_get_subject_name($0) }
    }

    private static func names(of pem: [UInt8], _ name: (OpaquePointer) -> OpaquePointer?) -> Set<[UInt8]> {
        unsafe pem.withUnsafeBytes { bytes in
            guard let source = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else {
                return []
            }
            return unsafe names(takenFrom: source, name)
        }
    }

    /// Reads the name of each certificate in PEM, and frees the source.
    private static func names(
        takenFrom source: OpaquePointer,
        _ name: (OpaquePointer) -> OpaquePointer?
    ) -> Set<[UInt8]> {
        defer {
            _ = unsafe BIO_free(source)
            ERR_clear_error()
        }
        var names: Set<[UInt8]> = []
        while let certificate = unsafe PEM_read_bio_X509(source, nil, nil, nil) {
            var bytes: UnsafeMutablePointer<UInt8>?
            let count = unsafe i2d_X509_NAME(name(certificate), &bytes)
            if let start = unsafe bytes, count > 0 {
                names.insert(unsafe Array(UnsafeBufferPointer(start: start, count: Int(count))))
            }
            unsafe CRYPTO_free(bytes, #file, #line)
            unsafe X509_free(certificate)
        }
        return names
    }
}
#else
/// Without OpenSSL, the authorities of this device are unknown.
enum LocalAuthorities {
    static func names(_ caFile: String?) -> Set<[UInt8]> { [] }
    static func issued(_ chain: [[UInt8]], _ caFile: String?) -> Bool { false }
}
#endif

/// The certificates that the host of a transfer sent, in PEM; empty unless `CURLOPT_CERTINFO` was set.
func certificates(of handle: UnsafeMutableRawPointer) -> [[UInt8]] {
    var pointer: UnsafeMutableRawPointer?
    guard unsafe ccurl_getinfo_pointer(handle, CURLINFO_CERTINFO, &pointer) == CURLE_OK,
        let info = unsafe pointer?.assumingMemoryBound(to: curl_certinfo.self)
    else { return [] }
    return (0..<max(0, Int(unsafe info.pointee.num_of_certs))).compactMap { place in
        var item = unsafe info.pointee.certinfo[place]
        while let line = unsafe item {
            let text = unsafe line.pointee.data.map { unsafe String(cString: $0) } ?? ""
            if text.hasPrefix("Cert:") { return Array(text.utf8.dropFirst(5)) }
            unsafe item = line.pointee.next
        }
        return nil
    }
}
#endif
