// swift-tools-version: 6.0
import PackageDescription

let package = Package(name: "plugin", targets: [.executableTarget(name: "plugin")])
