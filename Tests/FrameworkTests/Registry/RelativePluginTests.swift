import ConnectivityCore
import ConnectivityRegistry
import ConnectivityWire
import TestSupport
import Testing

@Suite struct `The paths of plugins in a configuration` {
    private func resolved(_ text: String, in folder: String = "/opt/pong") throws -> JSON {
        PipelineConfiguration.resolved(try JSON(parsing: text.utf8, of: "pipeline"), in: folder)
    }

    @Test(arguments: [
        (#"{"program":["./pong"]}"#, #"{"program":["/opt/pong/pong"]}"#),
        (#"{"program":["bin/pong","bin/x"]}"#, #"{"program":["/opt/pong/bin/pong","bin/x"]}"#),
        (
            #"{"program":["../run","./a.py","../b"]}"#,
            #"{"program":["/opt/pong/../run","/opt/pong/a.py","/opt/pong/../b"]}"#
        ),
        (#"{"program":["/usr/bin/env","--file=./a","."]}"#, #"{"program":["/usr/bin/env","--file=./a","."]}"#),
        (#"{"program":["pong"],"user":"./x"}"#, #"{"program":["pong"],"user":"./x"}"#),
        (#"{"program":["./"],"writes":["./x"]}"#, #"{"program":["/opt/pong"],"writes":["./x"]}"#),
        // A plugin in another form is kept as written, and refused later.
        (#"{"program":"./pong"}"#, #"{"program":"./pong"}"#), ("[]", "[]"), ("7", "7"),
    ])
    func `A relative path is one from the folder of the configuration`(plugin: String, expected: String) throws {
        try expect(resolved(#"{"plugins":[\#(plugin)]}"#).text, #"{"plugins":[\#(expected)]}"#)
    }

    @Test func `Other text stays, and every value keeps its position`() throws {
        let text =
            "{\"notifiers\":[{\"use\":\"x\",\"program\":[\"./a/b\"]}],\n \"plugins\": [{\"program\": [\"a/b\"]}]}"
        let json = try resolved(text, in: "/")
        expect(json["notifiers"]?.text, #"[{"use":"x","program":["./a/b"]}]"#)
        let path = ["plugins", "0", "program", "0"]
        expect(json.position(at: path).map { "\($0)" }, "line 2, column 27")
        let plugins = try PipelineConfiguration.Written(JSONText(json)).plugins
        expect(plugins, [PluginProgram(command: ["/a/b"])])
    }

    @Test(arguments: ["pong", "./pong"])
    func `Without a folder, a relative path is refused`(path: String) throws {
        let error = #expect(throws: PluginError.self) {
            let text = #"{"plugins":[{"program":["\#(path)"]}]}"#
            _ = try PipelineConfiguration.Written(JSONText(parsing: text.utf8, of: "test"))
        }
        let advice = #"must be absolute, or begin with "./", the folder of the configuration"#
        #expect("\(error as Any)".contains(advice), "\(error as Any)")
    }
}
