// Texts of devices and people as they may be shown: nothing in them turns the writing direction, hides, or steers a terminal.

/** Turn the direction of what follows, or are not seen at all. Joiners stay: some scripts and signs need them. */
const MARKS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
/** Control characters but tab and line end, and the separators that some programs take for one. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/gu;
/** JSON in which either may stand: as it is, or escaped. */
// oxlint-disable-next-line no-control-regex -- see above
const SUSPECT =
  /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]|\\[ubfr]/u;

/** The text without marks of direction and without what is invisible; a control character is shown as U+FFFD. Lines stay. */
export const plainText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(MARKS, '').replaceAll(CONTROLS, '\ufffd');

const plainValue = (value: unknown): unknown => {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, plainValue(entry)]));
};

/** JSON.parse with every text in it plain. */
export const readPlainJson = (json: string): unknown => {
  const value: unknown = JSON.parse(json);
  return SUSPECT.test(json) ? plainValue(value) : value;
};

/** A line of JSON in which marks stand escaped: the same to a program, and harmless in a terminal. Controls are escaped in JSON anyway. */
export const escapeMarks = (json: string): string =>
  // oxlint-disable-next-line no-control-regex -- see above
  json.replaceAll(
    /[\u007f-\u009f\u2028\u2029]|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|\udb40[\udc00-\udc7f]/g,
    (mark) =>
      [...Array(mark.length).keys()].map((at) => `\\u${mark.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
