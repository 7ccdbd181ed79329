# What a client pays for each product: the build and the size of a program.

clients() {
    echo "## What each product costs a client"
    echo
    echo "A clean build of a program of one file, from an empty folder; nothing else runs on the machine. The last column is the program"
    echo "of the release build after strip, with the Swift libraries of the toolchain outside of it."
    echo
    echo "| products | debug, wall | release, wall | release, CPU | stripped |"
    echo "| --- | --- | --- | --- | --- |"
    client none '' '' 'print("nothing")'
    client core ConnectivityCore '' 'print(Endpoint.standard.count)'
    client small "ConnectivityCore ConnectivityPipeline ConnectivityNetlink ConnectivityCurl ConnectivityText" '' "
let pipeline = Pipeline(source: NetlinkInterfaceSource(), prober: CurlProber()) { Endpoint.apple }
let assessment = try await pipeline.assess()
print(assessment.access.name, Sentences().sentence(for: assessment.reason))"
    client bare ConnectivityKit ', traits: []' 'print(try await Pipeline.standard().assess().access.name)'
    client whole ConnectivityKit '' 'print(try await Pipeline.standard().assess().access.name)'
}

# Builds a program that depends on products of this package, and prints what that costs.
client() {
    local name=$1 products=$2 traits=$3 code=$4 folder=$work/client-$1 row="| ${2:-no product}$3" module
    mkdir -p $folder/Sources/client
    cat > $folder/Package.swift <<END
// swift-tools-version: 6.3
import PackageDescription
let package = Package(
    name: "client",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "swift-connectivity", path: "$PWD"$traits)],
    targets: [.executableTarget(name: "client", dependencies: [$(for module in $products; do echo ".product(name: \"$module\", package: \"swift-connectivity\"),"; done)])]
)
END
    { for module in $products; do echo "import $module"; done; echo "$code"; } > $folder/Sources/client/main.swift
    # The manifests are evaluated before, once per change of them.
    swift package --package-path $folder describe > $work/build.log 2>&1 || true
    local configuration TIMEFORMAT='%R %U %S'
    for configuration in debug release; do
        if [ -n "$quick" ] && [ $configuration = release ]; then row="$row | not with --quick | | "; continue; fi
        if ! { time swift build -c $configuration --package-path $folder >> $work/build.log 2>&1; } 2> $work/build.time; then
            tail -20 $work/build.log >&2
            row="$row | does not build"
            continue
        fi
        row="$row | $(tail -1 $work/build.time | awk -v c=$configuration '{ printf "%.0f s", $1; if (c == "release") printf " | %.0f s", $2 + $3 }')"
    done
    if [ -x $folder/.build/release/client ]; then
        strip -o $work/stripped $folder/.build/release/client
        row="$row | $(stat -c %s $work/stripped | awk '{ printf "%.1f MB", $1 / 1000000 }')"
    fi
    echo "$row |"
}
