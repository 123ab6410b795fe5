// A list from a file as rows of texts: in which encoding it is, which sign parts its cells, quotes as in RFC 4180. Pure.

export const encodings = ['utf-8', 'gbk', 'big5', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof encodings)[number];

const decoded = (bytes: Uint8Array, encoding: Encoding): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Signs that Chinese lists are full of; the wrong encoding makes rare ones of them. */
const usualHan = /[\u4e00-\u9fff]/g;
const RARE = /[\u3400-\u4dbf\ue000-\uf8ff\u3040-\u30ff\u0400-\u04ff\u2500-\u257f\u0370-\u03ff\uff61-\uff9f]/g;
const oddity = (text: string): number => (text.match(RARE)?.length ?? 0) * 10 - (text.match(usualHan)?.length ?? 0);

/** Spreadsheets of the two scripts write GBK and Big5: many texts are valid in both. `chinese`: which is meant where neither is odder. */
export const encodingOf = (bytes: Uint8Array, chinese: 'gbk' | 'big5' = 'gbk'): Encoding => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (decoded(bytes, 'utf-8') !== undefined) return 'utf-8';
  const other = chinese === 'gbk' ? 'big5' : 'gbk';
  const [own, others] = [decoded(bytes, chinese), decoded(bytes, other)];
  if (own === undefined) return others === undefined ? 'utf-8' : other;
  return others !== undefined && oddity(others) < oddity(own) ? other : chinese;
};

/** Undefined where the bytes are not of this encoding. */
export const textOf = (bytes: Uint8Array, encoding: Encoding): string | undefined =>
  decoded(bytes, encoding)?.replace(/^\u{FEFF}/u, '');

const SEPARATORS = [',', ';', '\t'];

/** The sign that parts the cells of the first line. */
const separatorOf = (text: string): string => {
  const [head = ''] = text.split(/\r\n|\r|\n/, 1);
  const counted = SEPARATORS.map((sign) => ({ sign, count: head.split(sign).length }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).sign;
};

/** What a file saved by this console puts before a text that a spreadsheet would take for a formula. */
const unguarded = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** A line of the file and where it begins, from 1. Lines without any text are left out. */
export type ReadRow = { readonly line: number; readonly cells: readonly string[] };

class Reader {
  readonly rows: ReadRow[] = [];
  readonly #separator: string;
  #cells: string[] = [];
  #cell = '';
  #quoted = false;
  #wasQuoted = false;
  #line = 1;
  #began = 1;

  constructor(separator: string) {
    this.#separator = separator;
  }

  read(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charAt(at);
      const next = text.charAt(at + 1);
      if (sign === '\r' && next === '\n') continue;
      const isEnd = sign === '\n' || sign === '\r';
      if (isEnd) this.#line += 1;
      if (this.#quoted) {
        if (sign !== '"') this.#cell += sign;
        else if (next === '"') {
          this.#cell += '"';
          at += 1;
        } else this.#quoted = false;
      } else if (sign === '"' && this.#cell === '' && !this.#wasQuoted) [this.#quoted, this.#wasQuoted] = [true, true];
      else if (sign === this.#separator) this.#endCell();
      else if (isEnd) this.#endRow();
      else this.#cell += sign;
    }
    this.#endRow();
  }

  #endCell(): void {
    this.#cells.push(unguarded(this.#cell.trim()));
    [this.#cell, this.#wasQuoted] = ['', false];
  }

  #endRow(): void {
    this.#endCell();
    if (this.#cells.some((cell) => cell !== '')) this.rows.push({ line: this.#began, cells: this.#cells });
    this.#cells = [];
    this.#began = this.#line;
  }
}

export const readTable = (text: string): readonly ReadRow[] => {
  const reader = new Reader(separatorOf(text));
  reader.read(text);
  return reader.rows;
};
