// How pages look: the colours and the type that all of them share, and what only the operator's page has. Input: nothing. Output:
// style sheets. Both themes; what a colour says is also said in words.

export const SHARED_STYLE = `
:root { color-scheme: light dark; --open: #8a5c00; --held: #b42318; --runs: #1a7f37; --dim: #59636e; --line: #d0d7de; --back: #ffffff; --raised: #f6f8fa; --text: #1f2328; --link: #0860ca; }
@media (prefers-color-scheme: dark) { :root { --open: #d9a334; --held: #ff8a80; --runs: #4ac26b; --dim: #9aa4ae; --line: #3d444d; --back: #0f141a; --raised: #171d25; --text: #e8edf2; --link: #6cb0ff; } }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); overflow-wrap: anywhere; max-width: 60rem; margin: 0 auto; padding: 1rem; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
table { border-collapse: collapse; width: 100%; }
.counts th, .counts td { text-align: right; padding: .2rem .5rem; border-bottom: 1px solid var(--line); }
.counts th:first-child, .counts td:first-child { text-align: left; }
.wide { position: relative; overflow-x: auto; overflow-wrap: normal; }
ul { padding-left: 1.2rem; }
li { margin: .4rem 0; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
code, td { unicode-bidi: isolate; }
small, .dim { color: var(--dim); }
.yes { color: var(--runs); } .partly { color: var(--open); } .no, .error { color: var(--held); }
.unseen { border: 1px solid var(--line); border-radius: 3px; font-size: .75em; color: var(--dim); padding: 0 .2em; }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
li:target { outline: 2px solid var(--open); outline-offset: 2px; }
@media print { body { max-width: none; } a { color: inherit; text-decoration: none; } h2, li { break-inside: avoid; } }
`;

export const PAGE_STYLE = `
body { padding: 0 clamp(1rem, 4vw, 2rem) 4rem; }
header { padding: 2rem 0 1rem; }
h1 { font-size: 1.9rem; margin: 0 0 .4rem; letter-spacing: -.01em; }
header p { margin: .2rem 0; }
.summary { font-size: 1.1rem; }
h2 { font-size: 1.35rem; margin: 2.2rem 0 1rem; padding-top: 1.5rem; }
main > section:first-of-type h2 { margin-top: 0; border-top: 0; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
section { scroll-margin-top: 3.5rem; }
li[id], .machine, .rows, .find { scroll-margin-top: 4rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -100rem; top: 0; padding: .5rem 1rem; background: var(--back); z-index: 2; }
.skip:focus { left: .5rem; }
nav { position: sticky; top: 0; z-index: 1; background: var(--back); border-bottom: 1px solid var(--line); margin: 0 -.25rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.1rem; list-style: none; margin: 0; padding: .5rem .25rem; }
nav li { margin: 0; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
.live { margin: .5rem 0 0; color: var(--dim); }
.live:empty { margin: 0; }
.cards, .questions { padding: 0; list-style: none; }
.card { border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; margin: .75rem 0; }
.card h4 { margin: 0; font-size: 1.05rem; line-height: 1.2; display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: baseline; justify-content: space-between; font-weight: 400; }
.card h4 code { font-size: 1rem; }
.machine h3 code, .rows h3 code { font-size: 1rem; }
.badge { font-size: .875rem; white-space: nowrap; }
.badge::before { content: "" ; display: inline-block; width: .55em; height: .55em; border-radius: 50%; border: 2px solid currentColor; margin-right: .4em; }
.badge.yes::before { background: currentColor; }
.badge.partly::before { background: linear-gradient(90deg, currentColor 50%, transparent 50%); }
.reasons p { margin: .5rem 0 0; color: var(--dim); font-size: .9rem; }
.reasons ul { margin: .1rem 0 .4rem; font-size: .925rem; }
.reasons li { margin: .15rem 0; }
.id { font-size: .85rem; }
.id a, span.id { font-family: ui-monospace, monospace; }
.questions > li { border-left: 3px solid var(--line); padding: .1rem 0 .1rem 1rem; margin: 1.1rem 0; }
.questions > li > p { margin: 0; }
.questions .told { font-size: .9rem; margin: .15rem 0; }
code.form { background: var(--raised); border: 1px solid var(--line); border-radius: 4px; padding: 0 .3rem; font-size: .8rem; }
details { margin: .4rem 0 0; }
summary { cursor: pointer; color: var(--link); width: max-content; max-width: 100%; }
[hidden] { display: none !important; }
.group { border-top: 1px solid var(--line); padding-top: .4rem; }
.group > summary { width: auto; color: var(--text); }
.group > summary h3 { display: inline; margin: 0 .6rem 0 0; }
.group > summary code { font-size: 1rem; }
.search { margin: 0 0 1rem; }
.search label { font-weight: 600; font-size: .9rem; }
.search p { margin: .3rem 0 0; }
form:not(.finding), .search { display: none; }
.script form, .script .search { display: block; }
.script .no-script { display: none; }
.field { margin: .7rem 0; }
.field label { font-weight: 600; font-size: .9rem; }
.field .dim { font-size: .85rem; }
input, textarea, select { display: block; box-sizing: border-box; width: 100%; margin-top: .2rem; padding: .4rem .5rem; font: .875rem/1.45 ui-monospace, monospace; color: var(--text); background: var(--raised); border: 1px solid var(--dim); border-radius: 5px; }
input { max-width: 28rem; }
textarea { resize: vertical; }
button { font: inherit; padding: .4rem 1.2rem; border: 1px solid var(--link); border-radius: 5px; background: var(--link); color: var(--back); cursor: pointer; }
button[aria-disabled="true"] { opacity: .6; cursor: default; }
.shell { margin: .8rem 0 .2rem; font-size: .85rem; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; margin: .2rem 0; overflow: auto; max-height: 28rem; }
pre.curl, .result pre.body { white-space: pre-wrap; overflow-wrap: anywhere; }
.result p { margin: .6rem 0 .2rem; }
.result .status { font-weight: 600; }
.wide { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; }
td, th { text-align: left; padding: .35rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top; font-size: .9rem; }
th { font-weight: 600; white-space: nowrap; background: var(--raised); }
tr:last-child td { border-bottom: 0; }
.rows td { font-family: ui-monospace, monospace; font-size: .8rem; max-width: 24rem; min-width: 4.5rem; overflow-wrap: anywhere; }
.machine .wide { max-height: 85vh; overflow-y: auto; }
h3 .dim { font-weight: 400; }
@media (max-width: 40rem) { nav { position: static; } .machine td { min-width: 6rem; } }
.index { columns: 14rem; padding: 0; list-style: none; }
.chosen { border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; margin: .75rem 0; scroll-margin-top: 4rem; position: relative; }
.chosen h4 { margin: 0 4rem 0 0; font-size: 1.05rem; }
.chosen .away { position: absolute; top: .8rem; right: 1rem; margin: 0; }
.chosen dl { margin: .6rem 0; font-size: .9rem; }
.chosen dl > div { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .1rem 1rem; padding: .25rem 0; border-top: 1px solid var(--line); }
.chosen dd { margin: 0; white-space: pre-wrap; unicode-bidi: isolate; font: .8rem/1.5 ui-monospace, monospace; }
select.caller { max-width: 28rem; }
.field p { margin: .2rem 0 0; }
.filling { font-size: .9rem; }
button.quiet { background: var(--back); color: var(--link); }
.moves > ul { padding: 0; list-style: none; }
.moves > ul > li { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; align-items: start; }
.moves .about { font-size: .9rem; } .moves .about ul { margin: .2rem 0; } .moves .about p { margin: .2rem 0; }
.moves button { display: none; } .script .moves button { display: block; }
.moves button code { font-size: .875rem; }
.moves .status:empty { display: none; }
dialog { max-width: 32rem; border: 1px solid var(--line); border-radius: 8px; background: var(--back); color: var(--text); padding: 1rem 1.4rem; }
dialog h2 { margin: 0; padding: 0; border: 0; font-size: 1.15rem; }
dialog::backdrop { background: rgb(0 0 0 / 40%); }
@media (max-width: 40rem) { .moves > ul > li { grid-template-columns: 1fr; } }
.chosen h5 { font-size: 1rem; margin: 1rem 0 .3rem; }
.history { padding: 0; list-style: none; font-size: .9rem; }
.finding { display: block; }
@media (min-width: 40rem) { .script .finding, .finding { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: end; } .finding .send { margin: .7rem 0; } }
@media (min-width: 64rem) { .rows .wide { width: max-content; min-width: 100%; max-width: calc(100vw - 4rem); margin-left: 50%; transform: translateX(-50%); box-sizing: border-box; } }
@media (max-width: 40rem) { .chosen dl > div { grid-template-columns: 1fr; } }
.ways a { margin-right: 1.2rem; }
.trouble { border: 1px solid var(--held); border-radius: 8px; padding: .2rem 1rem 1rem; margin: 1rem 0; }
.trouble h2 { border: 0; margin: .6rem 0; padding: 0; color: var(--held); }
svg { display: block; margin: 0 auto; font: 12px ui-monospace, monospace; }
svg text { text-anchor: middle; fill: var(--text); }
svg rect { fill: var(--raised); stroke: var(--dim); stroke-width: 1.3; }
svg .inner { fill: none; stroke-width: 1; }
svg .marks { font-size: 11px; fill: var(--dim); }
svg .begin { fill: var(--text); }
svg .gone rect { fill: var(--back); }
svg .open rect { fill: var(--back); stroke-dasharray: 4 3; stroke: var(--held); }
svg .arrow { fill: none; stroke: var(--dim); stroke-width: 1.4; }
svg .arrow.held { stroke: var(--held); stroke-dasharray: 5 4; }
svg .tip { fill: var(--dim); }
svg .label rect { fill: var(--back); stroke: none; opacity: .88; }
svg .label.held text { fill: var(--held); }
@media (forced-colors: active) { svg .arrow, svg rect { stroke: CanvasText; } svg text { fill: CanvasText; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
