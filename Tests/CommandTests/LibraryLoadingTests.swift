#if canImport(CSQLite) && canImport(CSystemd) && canImport(CCurl) && os(Linux)
import Testing
import TestSupport

/// The command with other files in place of libsystemd and SQLite, which the dynamic linker finds first (ld.so(8)).
@Suite struct `Libraries that few runs need` {
    private static let source = #"--source '{"use": "source.static", "interfaces": []}'"#

    @Test(
        arguments: [
            ("no library", ": >", "{D}/libsqlite3.so.0: file too short", "{D}/libsystemd.so.0: file too short"),
            (
                "another library", #"cp "$(ldd "$tool" | awk '$1 == "libm.so.6" { print $3 }')""#,
                "{D}/libsqlite3.so.0: undefined symbol: sqlite3_open_v2",
                "{D}/libsystemd.so.0: undefined symbol: sd_bus_new"
            ),
        ]
    )
    func `A file in place of a library leads to advice on the package, and the rest works`(
        _: String,
        put: String,
        sqlite: String,
        systemd: String
    ) throws {
        let lines = try Tool.run(
            """
            D=$(mktemp -d); trap 'rm -rf "$D"' EXIT
            cat > $D/config <<END
            { "source": { "use": "source.static", "interfaces": [] },
              "notifiers": [{ "use": "notifier.outages", "file": "$D/journal.db" },
                            { "use": "notifier.dbus", "bus": "unix:path=$D/bus" }] }
            END
            \(put) $D/libsqlite3.so.0; \(put) $D/libsystemd.so.0
            {
                LD_LIBRARY_PATH=$D "$tool" --version > /dev/null; echo "version $?"
                LD_LIBRARY_PATH=$D "$tool" check --json \(Self.source) > /dev/null; echo "check $?"
                LD_LIBRARY_PATH=$D "$tool" report $D/journal.db; echo "report $?"
                LD_LIBRARY_PATH=$D "$tool" interfaces --source source.networkmanager; echo "interfaces $?"
                LD_LIBRARY_PATH=$D timeout -s TERM 1 "$tool" watch --config $D/config > /dev/null
            } 2>&1 | sed "s,$D,{D},g"
            """
        )
        let journal = "{D}/journal.db: a library cannot be loaded: \(sqlite); on Debian, install libsqlite3-0"
        let bus = "a library cannot be loaded: \(systemd); on Debian, install libsystemd0"
        #expect(lines.starts(with: ["version 0", "check 5", "connectivityctl: \(journal)", "report 66"]), "\(lines)")
        #expect(lines.contains { $0.contains("the interfaces cannot be observed: \(bus); ") }, "\(lines)")
        #expect(lines.contains("interfaces 70"), "\(lines)")
        #expect(lines.contains { $0.contains("notifier.outages: ") && $0.hasSuffix(journal) }, "\(lines)")
        #expect(lines.contains { $0.contains("notifier.dbus: ") && $0.hasSuffix("bus: \(bus)") }, "\(lines)")
    }

    @Test func `Only a run that uses libsystemd or SQLite loads it`() throws {
        let lines = try Tool.run(
            """
            D=$(mktemp -d); trap 'rm -rf "$D"' EXIT
            loaded() { LD_DEBUG=files "$tool" "$@" 2>&1 | grep -oE 'calling init: .*lib(systemd|sqlite3)' | grep -o 'lib[^/]*$'; }
            loaded --version
            loaded check \(Self.source)
            echo journal; : > $D/journal.db; loaded report $D/journal.db
            echo bus; loaded interfaces --source '{ "use": "source.networkmanager", "bus": "unix:path='$D'/bus" }'
            """
        )
        expect(lines, ["journal", "libsqlite3", "bus", "libsystemd"])
    }
}
#endif
