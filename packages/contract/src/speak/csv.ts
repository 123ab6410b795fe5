// Lines of CSV files as console and server write them (RFC 4180). Pure.

/** Spreadsheets run what begins like a formula: an apostrophe makes it text. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** One field of CSV: quoted where it must be (RFC 4180). What others wrote is never a formula; a number stays one. */
export const csvField = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  const text = harmless(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Lines of CSV, each with its end. */
export const csvLines = (lines: readonly (readonly (string | number)[])[]): string =>
  lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('');

/** In front of a CSV file: tells spreadsheets that it is UTF-8. */
export const CSV_MARK = '\u{FEFF}';
