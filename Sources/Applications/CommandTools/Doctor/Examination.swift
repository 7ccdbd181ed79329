package import ConnectivityCore
import ConnectivityKit
import ConnectivitySignIn
import ConnectivityToolkit

/// The findings of `doctor` about an installation, without network requests.
package enum Examination {
    /// Returns the findings about a configuration, errors first.
    ///
    /// `running` is the address of a running service's `status`, and `resolver` the path of the list of name servers.
    package static func findings(
        _ configuration: PipelineConfiguration,
        _ environment: [String: String],
        running: String?,
        resolver: String
    ) async throws -> [SetupFinding] {
        var findings = setUp(configuration) + ConfigurationFindings.all(configuration)
        if let cost = ConfigurationFindings.cost(configuration) { findings.append(cost) }
        let preflight = Preflight(environment: environment, running: running)
        // The thread waits for a program that queries the keyring of the session.
        findings += try await DedicatedThread.run {
            preflight.findings(configuration)
        } stop: {
        }
        findings += configuration.parts.flatMap(\.findings)
        if configuration.signIn != nil, let snapshot = await snapshot(of: configuration) {
            findings += SignInObstacles.all(snapshot, configuration, environment)
        }
        #if os(Linux)
        findings += try SystemFindings.all(configuration, SystemFindings.Rights(), resolver: resolver)
        findings += ClockFindings.all(.now, isKept: CivilTime.isKept)
        #endif
        return SetupFinding.Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
    }

    private static func setUp(_ configuration: PipelineConfiguration) -> [SetupFinding] {
        do throws(PluginError) {
            _ = try configuration.wholeProber()
            _ = try configuration.wholeSource()
            return []
        } catch {
            let remedy = "correct the configuration; connectivityctl plugins lists what this build has"
            return [SetupFinding.error("cannot-run", "\(error)", remedy: remedy)]
        }
    }

    /// The first snapshot of a configuration's source; `nil` if it gives none within two seconds.
    private static func snapshot(of configuration: PipelineConfiguration) async -> InterfaceSnapshot? {
        guard let source = try? configuration.wholeSource() else { return nil }
        let (snapshots, continuation) = AsyncStream.makeStream(
            of: InterfaceSnapshot.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        return await withTaskGroup(of: InterfaceSnapshot?.self) { group in
            group.addTask {
                try? await source.observe { continuation.yield($0) }
                return nil
            }
            group.addTask {
                for await snapshot in snapshots { return snapshot }
                return nil
            }
            group.addTask {
                try? await ContinuousClock().sleep(for: .seconds(2))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}

extension PipelineConfiguration {
    /// The parts that can report their requirements and findings.
    var parts: [any PipelinePart] { [source].compactMap(\.self) + probers + notifiers + companions }
}
