/// Makes keys and certificates in memory (RFC 5280).
@safe struct CertificateMaker {
    /// What a certificate says.
    struct Contents {
        /// The common name of its subject.
        var name: String
        /// When it begins and ends, in days from now.
        var days: Range<Int>
        /// The extensions, in the words of `x509v3_config(5)`.
        var extensions: [(name: String, value: String)]
    }

    /// `EVP_PKEY_EC`, the number of elliptic-curve keys.
    private static let ellipticCurve: Int32 = 408
    /// `MBSTRING_UTF8`.
    private static let utf8: Int32 = 0x1000
    /// Ample for a `X509V3_CTX`, which has eight members at most in all versions.
    private static let extensionContextByteCount = 256

    let library: OpenSSL

    /// Makes a key on the curve P-256, which every client knows.
    func key() -> OpenSSL.Object? {
        guard let maker = unsafe library.newKeyMaker(Self.ellipticCurve, nil) else { return nil }
        defer { unsafe library.freeKeyMaker(maker) }
        var key: OpenSSL.Object?
        guard unsafe library.prepareKeyMaker(maker) == 1,
            unsafe library.setUpKeyMaker(maker, "ec_paramgen_curve", "P-256") == 1,
            unsafe library.makeKey(maker, &key) == 1
        else {
            return nil
        }
        return unsafe key
    }

    /// Makes a certificate.
    /// - Parameters:
    ///   - contents: What it says.
    ///   - key: The key that it is for.
    ///   - issuer: The certificate of the authority and its key; `nil` makes one that signs itself.
    /// - Returns: The certificate; `nil` where the library refuses.
    func certificate(
        _ contents: Contents,
        for key: OpenSSL.Object,
        issuer: (certificate: OpenSSL.Object, key: OpenSSL.Object)?
    ) -> OpenSSL.Object? {
        guard let certificate = unsafe library.newCertificate() else { return nil }
        let authority = unsafe issuer?.certificate ?? certificate
        let isMade =
            unsafe library.setVersion(certificate, 2) == 1
            // Clients keep certificates by issuer and number, so a number must not come twice.
            && library.setInteger(library.serialNumber(certificate), Int.random(in: 1 ... .max)) == 1
            && library.setTimeFromNow(library.notBefore(certificate), contents.days.lowerBound * 86_400) != nil
            && library.setTimeFromNow(library.notAfter(certificate), contents.days.upperBound * 86_400) != nil
            && library.addToName(library.subjectName(certificate), "CN", Self.utf8, contents.name, -1, -1, 0) == 1
            && library.setIssuerName(certificate, library.subjectName(authority)) == 1
            && library.setPublicKey(certificate, key) == 1
            && contents.extensions.allSatisfy { unsafe add($0.name, $0.value, to: certificate, authority) }
            && library.sign(certificate, issuer?.key ?? key, library.sha256()) > 0
        guard isMade else {
            unsafe library.freeCertificate(certificate)
            return nil
        }
        return unsafe certificate
    }

    private func add(
        _ name: String,
        _ value: String,
        to certificate: OpenSSL.Object,
        _ authority: OpenSSL.Object
    ) -> Bool {
        let context = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.extensionContextByteCount,
            alignment: MemoryLayout<Int>.alignment
        )
        defer { unsafe context.deallocate() }
        unsafe context.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe library.prepareExtension(context.baseAddress, authority, certificate, nil, nil, 0)
        guard let made = unsafe library.makeExtension(nil, context.baseAddress, name, value) else { return false }
        defer { unsafe library.freeExtension(made) }
        return unsafe library.addExtension(certificate, made, -1) == 1
    }

    /// A certificate as PEM text (RFC 7468).
    func pem(_ certificate: OpenSSL.Object) -> String? {
        guard let stream = unsafe library.newStream(library.memoryMethod()) else { return nil }
        defer { _ = unsafe library.freeStream(stream) }
        guard unsafe library.writePEM(stream, certificate) == 1 else { return nil }
        return unsafe String(decoding: library.contents(of: stream), as: UTF8.self)
    }
}

extension OpenSSL {
    /// Takes everything that a stream in memory holds.
    func contents(of stream: Object) -> [UInt8] {
        let count = unsafe pending(stream)
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            unsafe initializedCount = max(0, Int(readStream(stream, buffer.baseAddress, Int32(clamping: buffer.count))))
        }
    }
}
