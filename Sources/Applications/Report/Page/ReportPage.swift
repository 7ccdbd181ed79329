package import ConnectivityCore
package import ConnectivityText

/// A report as one self-contained page of HTML: no script, no picture, no font, no network.
///
/// It is readable in light and dark mode, on paper, at any width, by keyboard and by a screen reader. Every text is escaped,
/// whatever a network sent.
package struct ReportPage: Sendable {
    package var machine: MachineReport
    package var madeAt: Timestamp
    /// The program that made the page, with its version.
    package var tool: String
    package var zone: CivilZone = .utc

    package init(_ machine: MachineReport, madeAt: Timestamp, tool: String) {
        (self.machine, self.madeAt, self.tool) = (machine, madeAt, tool)
    }

    private var title: String { machine.name.map { "Internet access of \($0)" } ?? "Connectivity report" }

    /// The page, which states UTF-8 as its encoding.
    package var html: String {
        var html = HTML()
        html.raw("<!DOCTYPE html>\n")
        html.element("html", ["lang": "en"]) { html in
            head(&html)
            html.element("body") { html in
                html.element("a", ["class": "skip", "href": "#content"], text: "Skip to the content")
                header(&html)
                html.element("main", ["id": "content"]) { html in
                    for section in sections { section.add(&html) }
                }
                html.element("footer") { html in
                    html.element(
                        "p",
                        text: "Made by \(tool) on \(zone.text(madeAt)). All times are in \(zone.name(at: madeAt))."
                    )
                }
            }
        }
        html.line()
        return html.text
    }

    private func head(_ html: inout HTML) {
        html.element("head") { html in
            html.void("meta", ["charset": "utf-8"])
            html.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
            html.void("meta", ["name": "color-scheme", "content": "light dark"])
            html.void("meta", ["name": "referrer", "content": "no-referrer"])
            // Even unescaped markup could load and run nothing.
            let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
            html.void("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
            html.element("title", text: "\(title): \(machine.source)")
            html.style()
        }
        html.line()
    }

    /// A part of the page with its place in the table of contents.
    struct Section {
        var id: String
        var title: String
        var add: (inout HTML) -> Void

        init(_ id: String, _ title: String, _ content: @escaping (inout HTML) -> Void) {
            (self.id, self.title) = (id, title)
            add = { html in
                html.element("section", ["id": id, "aria-labelledby": "\(id)-title"]) { html in
                    html.element("h2", ["id": "\(id)-title"], text: title)
                    html.line()
                    content(&html)
                }
                html.line()
            }
        }
    }

    private func header(_ html: inout HTML) {
        let sections = sections
        html.element("header") { html in
            html.element("h1", text: title)
            html.element("p", ["class": "source"], text: machine.source)
            summary(&html)
            if sections.count > 1 {
                html.element("nav", ["aria-label": "Contents"]) { html in
                    html.element("ul") { html in
                        for section in sections {
                            html.element("li") { html in
                                html.element("a", ["href": "#\(section.id)"], text: section.title)
                            }
                        }
                    }
                }
            }
        }
        html.line()
    }
}
