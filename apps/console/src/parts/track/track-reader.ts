// The page's side of the track worker: a question, a promise. Owns the worker.
import type { FromTrackWorker, ToTrackWorker } from './messages.ts';
import type { Lines, View } from './simplify.ts';
import type { Track } from './track.ts';

type Waiting = { resolve: (message: FromTrackWorker) => void; reject: (error: Error) => void };

export class TrackReader {
  /** Made with the first question: a screen that is never shown starts none. */
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;

  clear(): void {
    this.#worker?.postMessage({ kind: 'clear' } satisfies ToTrackWorker);
  }

  /** Adds what the server answered to the track and gives it; rejects when it is no list of positions. */
  async add(bytes: ArrayBuffer): Promise<Track> {
    const answer = await this.#ask((id) => ({ kind: 'add', id, bytes }), [bytes]);
    if (answer.kind !== 'added') throw new Error('the track worker answered something else');
    return answer.track;
  }

  /** The lines of the whole track for one view. */
  async lines(view: View): Promise<Lines> {
    const answer = await this.#ask((id) => ({ kind: 'lines', id, view }));
    if (answer.kind !== 'lines') throw new Error('the track worker answered something else');
    return answer.lines;
  }

  /** Gives up what is asked. Asked again it begins again, with an empty track. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#fail('closed');
  }

  #started(): Worker {
    const worker = new Worker(new URL('track.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromTrackWorker>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.kind === 'failed') waiting?.reject(new Error(data.reason));
      else waiting?.resolve(data);
    });
    // Its code did not come, or it broke: the next question is put to another one.
    worker.addEventListener('error', () => {
      worker.terminate();
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#fail('the track cannot be read in this browser');
    });
    return worker;
  }

  #ask(message: (id: number) => ToTrackWorker, transfer: Transferable[] = []): Promise<FromTrackWorker> {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#say(message(id), transfer);
    });
  }

  #say(message: ToTrackWorker, transfer: Transferable[] = []): void {
    this.#worker ??= this.#started();
    this.#worker.postMessage(message, transfer);
  }

  #fail(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }
}
