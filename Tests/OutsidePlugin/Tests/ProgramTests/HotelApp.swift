// Code of the guide "In an app", which the tests of the guides compare with this file. Tests/AppleCheck compiles it with a stand-in
// of SwiftUI.

#if canImport(SwiftUI)
import ConnectivityKit
import SwiftUI

@main struct HotelApp: App {
    @State private var model = InternetModel()
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
        WindowGroup {
            AccessView(model: model)
                .task(id: phase == .background) {
                    guard phase != .background else { return }
                    do { try await model.run() } catch { print(error) }
                }
        }
    }
}

struct AccessView: View {
    let model: InternetModel
    @Environment(\.openURL) private var openURL

    var body: some View {
        Text(model.access.name)
        if let page = model.signInURL, let url = URL(string: page.description) {
            Button("Sign in") {
                model.signInBegan()
                openURL(url)
            }
        }
        Button("Check again") { model.checkAgain() }
    }
}
#endif
