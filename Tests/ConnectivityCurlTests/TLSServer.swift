#if Curl
import ConnectivityCore
import Foundation

/// A TLS server on loopback with a certificate made on the fly, both by the `openssl` command.
final class TLSServer {
    struct SilentServer: Error {}

    static let host = "good.example"
    static let isAvailable = Shell.has("openssl")

    /// The certificate, which signs itself.
    let certificateFile: String
    let port: UInt16
    private let folder: String
    private let process: Shell

    /// Starts a server whose certificate is valid between two moments, written as ASN.1 writes them.
    init(validFrom start: String = "20200101000000Z", to end: String = "20991231000000Z") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)").path
        certificateFile = "\(folder)/certificate.pem"
        // Only `ca` lets every version of the command choose dates in the past.
        try Shell.run(
            """
            set -e
            mkdir '\(folder)'
            cd '\(folder)'
            echo '\(Self.configuration)' > ca.conf
            : > index.txt
            openssl ecparam -name prime256v1 -genkey -noout -out key.pem
            openssl req -new -key key.pem -subj /CN=\(Self.host) -out request.pem
            openssl ca -batch -selfsign -notext -config ca.conf -keyfile key.pem -in request.pem \
                -out certificate.pem -startdate \(start) -enddate \(end)
            """
        )
        process = try Shell(
            "cd '\(folder)' && exec openssl s_server -accept 127.0.0.1:0 -cert certificate.pem -key key.pem -www"
        )
        // The server says "ACCEPT 127.0.0.1:40123" when it listens.
        var announced: UInt16?
        while announced == nil, let line = process.line() {
            if line.hasPrefix("ACCEPT") { announced = line.split(separator: ":").last.flatMap { UInt16($0) } }
        }
        guard let announced else { throw SilentServer() }
        port = announced
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static let configuration = """
        [ca]
        default_ca = own
        [own]
        new_certs_dir = .
        database = index.txt
        rand_serial = yes
        default_md = sha256
        policy = any
        x509_extensions = names
        [any]
        commonName = supplied
        [names]
        subjectAltName = DNS:\(host)
        basicConstraints = CA:TRUE
        """
}
#endif
