extension HTML {
    /// Adds a table, whose first column heads its row; on a narrow screen each row is a card, whose cells repeat their heads.
    ///
    /// The roles are the default roles of the elements; a browser drops them if a style sheet shows rows as cards.
    mutating func table(_ caption: String, _ columns: [String], _ rows: (inout HTML) -> Void) {
        self.columns = columns
        // The keyboard can reach a scrolling region.
        element("div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": caption]) { html in
            html.element("table", ["role": "table"]) { html in
                html.element("caption", text: caption)
                html.element("thead", ["role": "rowgroup"]) { html in
                    html.element("tr", ["role": "row"]) { html in
                        for column in columns {
                            html.element("th", ["scope": "col", "role": "columnheader"], text: column)
                        }
                    }
                }
                html.line()
                html.element("tbody", ["role": "rowgroup"], rows)
            }
        }
        line()
    }

    /// Adds a row of a head and texts.
    mutating func row(_ head: String, _ cells: [String]) {
        row(head) { html in for cell in cells { html.cell("number", cell) } }
    }

    /// Adds a row of a head and any cells.
    mutating func row(_ head: String, _ cells: (inout HTML) -> Void) {
        column = 1
        element("tr", ["role": "row"]) { html in
            html.element("th", ["scope": "row", "role": "rowheader"], text: head)
            cells(&html)
        }
        line()
    }

    mutating func cell(_ kind: String? = nil, _ content: (inout HTML) -> Void) {
        let label = column < columns.count ? columns[column] : nil
        column += 1
        element("td", ["role": "cell", "class": kind, "data-label": label], content)
    }

    /// Adds a cell with a text; an empty one occupies no space on a narrow screen.
    mutating func cell(_ kind: String? = nil, _ content: String) { cell(kind) { $0.add(content) } }

    /// Adds a cell with a term in the colour and shape of its kind.
    mutating func badgeCell(_ term: String, _ kind: String) { cell { $0.badge(term, kind) } }

    /// Adds a term in the colour and shape of its kind.
    mutating func badge(_ term: String, _ kind: String) {
        element("span", ["class": "badge \(kind)"], text: term)
    }
}
