extension ReportPage {
    /// The style sheet: colours for light and dark with a contrast of at least 4.5 for text and 3 for shapes (WCAG 2.2,
    /// success criteria 1.4.3 and 1.4.11), and one column that fits any width.
    static let style: StaticString = """
        :root {
          color-scheme: light dark;
          --back: #f6f7f9; --card: #ffffff; --ink: #1a1f27; --soft: #55606e; --line: #d9dee5; --link: #0b57c2;
          --online: #1a7f4b; --partial: #8a5a00; --captive: #0b5fae; --blocked: #a3156d; --unreachable: #b3261e;
          --disconnected: #6b4fa3; --quiet: #66707d; --none: #8a94a1;
          --lookup: #6b4fa3; --connect: #0b6fb8; --tls: #00796b; --response: #b05a00; --rest: #8a94a1;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --back: #10141a; --card: #181d25; --ink: #e8ebef; --soft: #a7b1be; --line: #303843; --link: #8ab8ff;
            --online: #4cc38a; --partial: #f2b84b; --captive: #6bb8f2; --blocked: #ff8fcb; --unreachable: #ff8a80;
            --disconnected: #b9a2f0; --quiet: #a7b1be; --none: #7b8694;
            --lookup: #b9a2f0; --connect: #6bb8f2; --tls: #4fc7b5; --response: #f0a35c; --rest: #7b8694;
          }
        }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 1rem; }
        body {
          margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem) 3rem; max-width: 78rem; background: var(--back);
          color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
          overflow-wrap: anywhere;
        }
        a { color: var(--link); text-underline-offset: .15em; }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
        .skip { position: absolute; left: -100rem; }
        .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
        header { padding: 2rem 0 1rem; }
        h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.3rem); line-height: 1.2; margin: 0; letter-spacing: -.02em; }
        h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .75rem; letter-spacing: -.01em; }
        p { margin: .4rem 0 .9rem; }
        .source, .small, footer, .axis { color: var(--soft); }
        .source { margin: .25rem 0 .75rem; }
        .small { font-size: .82rem; line-height: 1.4; font-weight: 400; }
        .headline { font-size: 1.15rem; margin: 0 0 .25rem; }
        .headline .badge { font-size: 1.05rem; margin-right: .35rem; }
        .advice { margin: .25rem 0 .75rem; }
        nav ul, .legend { list-style: none; display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; padding: 0; margin: 1rem 0 0; }
        section {
          background: var(--card); border: 1px solid var(--line); border-radius: 14px;
          padding: clamp(1rem, 2.5vw, 1.75rem); margin: 0 0 1.25rem;
        }
        .tiles { list-style: none; display: flex; flex-wrap: wrap; gap: .75rem; padding: 0; margin: 1rem 0; }
        .tiles li {
          background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .6rem .9rem; flex: 1 1 8rem;
          display: flex; flex-direction: column; align-items: flex-start; gap: .1rem;
        }
        .tiles strong { font-size: clamp(1.15rem, .8rem + 1.4vw, 1.45rem); white-space: nowrap; line-height: 1.25; letter-spacing: -.01em; font-variant-numeric: tabular-nums; }
        .tiles .badge { font-size: 1rem; margin: .2rem 0; }
        dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: .5rem 1.5rem; margin: 0; }
        dt { color: var(--soft); font-size: .82rem; } dd { margin: 0; }
        ol { padding-left: 1.5rem; margin: 0; }
        ol li + li { margin-top: .3rem; }
        .legend { font-size: .85rem; margin: .25rem 0 1rem; color: var(--soft); }
        .legend li { display: flex; align-items: center; gap: .4rem; }
        .key { width: .85rem; height: .95rem; background: var(--none); border-bottom: 1px solid var(--line); }
        figure { margin: 0 0 1.25rem; }
        figcaption { font-size: .95rem; margin-bottom: .35rem; color: var(--soft); }
        figcaption strong { color: var(--ink); }
        svg { display: block; }
        .bar { width: 100%; height: 2.75rem; border-bottom: 1px solid var(--line); }
        .axis .day { display: block; }
        .axis span:last-child { text-align: right; }
        .axis > span:nth-child(n+2):nth-last-child(n+2) { text-align: center; }
        .axis { display: flex; justify-content: space-between; font-size: .78rem; padding-top: .25rem; }
        .scroll { overflow-x: auto; margin: .75rem 0 1.25rem; }
        section > :last-child, details > :last-child { margin-bottom: 0; }
        table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
        caption { text-align: left; font-weight: 600; padding: .25rem 0 .5rem; }
        th, td { text-align: left; vertical-align: top; padding: .5rem 1rem .5rem 0; border-top: 1px solid var(--line); }
        th:last-child, td:last-child { padding-right: .25rem; }
        thead th { font-size: .8rem; color: var(--soft); font-weight: 600; border-top: 0; vertical-align: bottom; }
        th, td { overflow-wrap: break-word; }
        tbody th { font-weight: 600; min-width: 9.5rem; }
        td.number { white-space: nowrap; }
        td.answer { min-width: 8rem; max-width: 22rem; }
        td.why, td.page { min-width: 12rem; }
        td.fall { min-width: 12rem; width: 30%; vertical-align: middle; }
        td.fall svg { width: 100%; height: 1.25rem; background: linear-gradient(var(--line), var(--line)) left bottom/100% 1px no-repeat; }
        @media (max-width: 47.99rem) {
          table, tbody, tr, th, td { display: block; width: auto; }
          caption { display: block; }
          thead { position: absolute; left: -100rem; }
          tbody tr { border: 1px solid var(--line); border-radius: 10px; padding: .6rem .8rem; margin: 0 0 .6rem; }
          tbody th, tbody td { border: 0; padding: .15rem 0; min-width: 0; max-width: none; width: auto; }
          tbody th { padding-bottom: .3rem; }
          tbody td { display: grid; grid-template-columns: minmax(0, 6.5rem) minmax(0, 1fr); column-gap: .75rem; white-space: normal; }
          tbody td::before { overflow-wrap: anywhere; content: attr(data-label); color: var(--soft); font-size: .82rem; grid-row: 1 / span 3; }
          tbody td.fall { width: auto; min-width: 0; }
          tbody td > * { grid-column: 2; justify-self: start; max-width: 100%; }
          tbody td > svg { justify-self: stretch; min-width: 0; }
          tbody td:empty { display: none; }
        }
        .badge {
          display: inline-block; max-width: 100%; padding: .05rem .55rem; border-radius: 999px; border: 1.5px solid currentColor;
          font-size: .82rem; font-weight: 650; white-space: nowrap; color: var(--quiet);
        }
        .badge.online, .badge.working, .badge.genuine, .badge.partial, .badge.captive, .badge.blocked, .badge.failing,
        .badge.substituted, .badge.unreachable, .badge.cut-off, .badge.failed, .badge.offline, .badge.disconnected {
          color: var(--shape);
        }
        .badge::before { content: ""; display: inline-block; width: .6em; height: .85em; margin-right: .4em; }
        .badge.inconclusive::before, .badge.unobserved::before, .badge.asleep::before, .badge.absent::before {
          display: none;
        }
        .online, .working, .genuine { --shape: var(--online); }
        .partial { --shape: var(--partial); }
        .captive { --shape: var(--captive); }
        .blocked, .failing, .substituted { --shape: var(--blocked); }
        .unreachable, .cut-off, .failed, .offline { --shape: var(--unreachable); }
        .disconnected { --shape: var(--disconnected); }
        .determining, .asleep, .absent, .inconclusive { --shape: var(--quiet); }
        rect.online, rect.working, rect.partial, rect.captive, rect.blocked, rect.failing, rect.unreachable, rect.cut-off,
        rect.disconnected, rect.determining, rect.asleep { fill: var(--shape); }
        rect.absent, rect.unobserved { fill: var(--none); }
        .badge.online::before, .badge.working::before, .badge.genuine::before, .key.online, .key.working {
          background: linear-gradient(transparent 45%, var(--shape) 45%);
        }
        .badge.partial::before, .key.partial { background: linear-gradient(transparent 18%, var(--shape) 18%); }
        .badge.captive::before, .key.captive {
          background: linear-gradient(var(--shape) 40%, transparent 40% 60%, var(--shape) 60%);
        }
        .badge.blocked::before, .badge.failing::before, .badge.substituted::before, .key.blocked, .key.failing {
          background: linear-gradient(
            var(--shape) 24%, transparent 24% 38%, var(--shape) 38% 62%, transparent 62% 76%, var(--shape) 76%);
        }
        .badge.unreachable::before, .badge.cut-off::before, .badge.failed::before, .badge.offline::before,
        .key.unreachable, .key.cut-off { background: var(--shape); }
        .badge.disconnected::before, .key.disconnected {
          background: linear-gradient(var(--shape) 18%, transparent 18% 82%, var(--shape) 82%);
        }
        .badge.determining::before, .key.determining, .key.asleep {
          background: linear-gradient(transparent 75%, var(--shape) 75%);
        }
        .key.absent, .key.unobserved { background: linear-gradient(transparent 75%, var(--none) 75%); }
        .key.lookup { background: var(--lookup); } rect.lookup { fill: var(--lookup); }
        .key.connect { background: var(--connect); } rect.connect { fill: var(--connect); }
        .key.tls { background: var(--tls); } rect.tls { fill: var(--tls); }
        .key.response { background: var(--response); } rect.response { fill: var(--response); }
        .key.rest { background: var(--rest); } rect.rest { fill: var(--rest); }
        details { border-top: 1px solid var(--line); padding: .6rem 0; }
        details:first-of-type { border-top: 0; }
        summary { cursor: pointer; padding: .15rem 0; }
        summary .time { font-variant-numeric: tabular-nums; }
        footer { font-size: .85rem; padding-top: .5rem; }
        @media (forced-colors: active) { rect, .key, .badge { forced-color-adjust: none; } }
        @media print {
          .tiles li { break-inside: avoid; } tr { break-inside: avoid; }
          body { background: #fff; max-width: none; } section { border: 0; padding: 0; }
          nav, .skip { display: none; } .scroll { overflow: visible; }
        }
        """
}
