// The lines of main-channel messages: those that wait, taken one by one; what a line asks; the text of an answer.
import { parseBoundedJson } from '../web/bounded-json.ts';
import { lineBounds } from './channel-limits.ts';
import { EncodedJson } from '../web/http.ts';

export type LineRequest = { code: string; number: unknown; letters: object };

const CODE_LIMIT = 20;
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0b, 0x0c, 0x0d]);

/** What a line asks, or null when it is no JSON object with a code M, or one of more depth, keys or values than is read. */
export const parseLine = (line: string): LineRequest | null => {
  try {
    const letters = parseBoundedJson(line, lineBounds);
    if (typeof letters !== 'object' || letters === null || Array.isArray(letters)) return null;
    if (!('M' in letters) || typeof letters.M !== 'string') return null;
    return { code: letters.M.slice(0, CODE_LIMIT), number: 'N' in letters ? letters.N : undefined, letters };
  } catch {
    return null;
  }
};

/** The text of an answer: code, the request's own number, result, then the letters. The result is '1' where the letters have no R. */
export const answerText = (request: LineRequest, letters: object): string => {
  const { R = '1', ...rest }: { R?: unknown } = letters instanceof EncodedJson ? {} : letters;
  const head = JSON.stringify({ M: request.code, N: request.number, R }).slice(0, -1);
  const body = letters instanceof EncodedJson ? Buffer.from(letters.json).toString('utf8') : JSON.stringify(rest);
  return body === '{}' ? `${head}}` : `${head},${body.slice(1)}`;
};

/** Messages whose lines wait. A cursor walks through them: nothing is split before its turn, and nothing is moved. */
export class LineQueue {
  readonly #messages: string[] = [];
  #message = 0;
  #cursor = 0;
  #taken = 0;

  add(message: string): void {
    this.#messages.push(message);
  }

  clear(): void {
    this.#messages.length = this.#message = this.#cursor = this.#taken = 0;
  }

  /** The next line that is not blank, and which of its message it is (from 1). */
  take(): { line: string; number: number } | undefined {
    while (!this.isEmpty()) {
      const text = this.#messages[this.#message] ?? '';
      if (!this.#skipBlanks(text)) {
        this.#endMessage();
        continue;
      }
      const end = text.indexOf('\n', this.#cursor);
      const line = text.slice(this.#cursor, end === -1 ? text.length : end);
      this.#cursor = end === -1 ? text.length : end + 1;
      this.#taken += 1;
      return { line, number: this.#taken };
    }
    return undefined;
  }

  /** Drops what is left of the message of the line taken last; whether anything was. */
  dropRest(): boolean {
    const text = this.#messages[this.#message] ?? '';
    const some = this.#taken > 0 && this.#skipBlanks(text);
    if (this.#taken > 0) this.#endMessage();
    return some;
  }

  isEmpty(): boolean {
    return this.#message >= this.#messages.length;
  }

  /** Whether the message has something left behind blanks. */
  #skipBlanks(text: string): boolean {
    while (this.#cursor < text.length && BLANKS.has(text.charCodeAt(this.#cursor))) this.#cursor += 1;
    return this.#cursor < text.length;
  }

  #endMessage(): void {
    this.#messages[this.#message] = '';
    this.#message += 1;
    this.#cursor = this.#taken = 0;
    if (this.isEmpty()) this.clear();
  }
}
