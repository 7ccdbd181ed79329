/// A resource on this device that a part of a pipeline needs during a run, and that can be checked before.
///
/// ```swift
/// struct PagerNotifier: Notifier {
///     var requirements: [Requirement] { [.program("/usr/bin/pager"), .secretFile("/etc/pager.token")] }
///     ...
/// }
/// ```
///
/// `connectivityctl doctor` checks the ``PipelinePart/requirements`` of a configuration, and `connectivityctl watch` does so at
/// its start. A part states its requirements without opening anything.
@nonexhaustive
public enum Requirement: Hashable, Sendable {
    /// A program that can be executed, by its absolute path.
    case program(String)
    /// A file that is opened for writing, and created if it does not exist.
    case writtenFile(String)
    /// A file that is replaced by a new one, or that has other files next to it, so its folder must be writable; a path of a
    /// device or a pipe is written directly.
    case replacedFile(String)
    /// A file that is read.
    case readFile(String)
    /// A file of certificate authorities in PEM.
    case authorities(String)
    /// A file with a secret, which only its owner should be able to read.
    case secretFile(String)
    /// An environment variable with a secret.
    case secretVariable(String)
    /// A secret in the keyring of the user's session, by its attributes.
    case secretOfKeyring([String: String])
    /// A TCP port of an address of this device, on which nothing listens yet.
    case freePort(UInt16, of: IPAddress)
    /// A Unix socket that is created at an absolute path, on which nothing listens yet.
    case freeSocket(String)
    /// A Unix socket at an absolute path, on which another process listens.
    case socket(String)
}
