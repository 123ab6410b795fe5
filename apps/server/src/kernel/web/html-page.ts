// A page that the server writes itself, of text alone: no script, no pictures, nothing from elsewhere. What it looks like stands here.
import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 72rem; padding: 1rem; margin: 0 auto; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .25rem; font-size: 1.25rem; }
p { margin: .25rem 0 1rem; opacity: .75; }
a { color: inherit; }
.frame { overflow-x: auto; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .4rem; }
table { width: 100%; font-size: .875rem; border-collapse: collapse; }
th, td { padding: .3rem .6rem; text-align: left; vertical-align: top; }
th { font-weight: 600; white-space: nowrap; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
tr:nth-child(even) td { background: color-mix(in srgb, currentColor 4%, transparent); }
.num { font-family: ui-monospace, monospace; white-space: nowrap; }
.wide { font-family: ui-monospace, monospace; white-space: pre-wrap; }
`;
const digest = createHash('sha256').update(STYLE).digest('base64');
/** Runs and loads nothing, and stands in no frame. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text of anybody as text of a page, in an attribute too. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '');

/** `body` is HTML; `title` and `lang` are text. */
export const htmlPage = ({ title, lang, body }: { title: string; lang: string; body: string }): string =>
  `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
