// The lines of the server's own log in the data folder: written behind, the newest few megabytes, read back from a mark on.
import { appendFile, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InTurn } from '../../kernel/work/in-turn.ts';

/** Of a file; the one before it is kept beside it. */
const MAX_BYTES = 1024 * 1024;
/** Lines kept while the folder cannot be written; then the oldest go. */
const MAX_WAITING = 5000;

export class RunLogFile {
  readonly #path: string;
  readonly #before: string;
  readonly #writing = new InTurn();
  #waiting: string[] = [];
  #dropped = 0;

  constructor(folder: string) {
    this.#path = join(folder, 'run.log');
    this.#before = join(folder, 'run.log.1');
  }

  /** Never waits and never fails. `line` ends with its newline. */
  readonly write = (line: string): void => {
    this.#waiting.push(line);
    if (this.#waiting.length <= MAX_WAITING) return;
    this.#waiting.shift();
    this.#dropped += 1;
  };

  dropped(): number {
    return this.#dropped;
  }

  /** Resolves when what was written until now has been tried. What could not be written is tried with the next flush. */
  flush(): Promise<void> {
    return this.#writing.run(async () => {
      if (this.#waiting.length === 0) return;
      const lines = this.#waiting;
      this.#waiting = [];
      try {
        await appendFile(this.#path, lines.join(''), { mode: 0o600 });
        const { size } = await stat(this.#path);
        if (size > MAX_BYTES) await rename(this.#path, this.#before);
      } catch {
        this.#waiting = [...lines, ...this.#waiting].slice(-MAX_WAITING); // it would end in this very file
      }
    });
  }

  /** The newest lines, from the last one that holds `mark` on; none where no line does. '' for all. */
  async from(mark: string, most: number): Promise<string[]> {
    await this.flush();
    const texts = await Promise.all([this.#before, this.#path].map((path) => readFile(path, 'utf8').catch(() => '')));
    const lines = texts
      .join('')
      .split('\n')
      .filter((line) => line !== '');
    const first = mark === '' ? 0 : lines.findLastIndex((line) => line.includes(mark));
    return first < 0 ? [] : lines.slice(first).slice(-most);
  }
}
