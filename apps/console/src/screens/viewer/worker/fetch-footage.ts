// Fetches what lies between two moments of one channel from a playback socket, as fast as it comes. Not: what becomes of it.
import { decodeStreamMessage, NO_RECORD, streamKinds } from '@outrider/contract';
import type { PlaybackState, StreamHeader } from '@outrider/contract';
import type { Clock, Stop } from '../../../lib/time.ts';
import { readPlaybackState } from '../../../player/worker/read-playback-state.ts';
import { StreamConnection } from '../../../player/worker/stream-connection.ts';
import type { DownloadFault } from '../download-messages.ts';
import { Spool } from './spool.ts';

/** A server that says nothing for so long is gone; one that waits for a device says how that went before. */
const SILENCE_MS = 90_000;
const REPORT_MS = 200;

export type FootageEvents = {
  received(bytes: number, atMs: number): void;
  whole(spool: Spool): void;
  failed(reason: DownloadFault, message: string): void;
};

/** States after which nothing comes any more. */
const reasons: ReadonlySet<PlaybackState['state']> = new Set([
  'offline',
  'refused',
  'timeout',
  'forbidden',
  'limit',
  'error',
]);

/** Runs from construction until it is whole, has failed, or `close()`. */
export class FootageFetch {
  readonly #spool = new Spool();
  readonly #span: { readonly startMs: number; readonly endMs: number };
  readonly #events: FootageEvents;
  readonly #connection: StreamConnection;
  readonly #stopReports: Stop;
  readonly #clock: Clock;
  #stopWaiting: Stop = () => {};
  #bytes = 0;
  #atMs: number;
  #over = false;

  constructor(
    clock: Clock,
    addresses: readonly string[],
    span: { readonly startMs: number; readonly endMs: number },
    events: FootageEvents,
  ) {
    this.#clock = clock;
    this.#span = span;
    this.#events = events;
    this.#atMs = span.startMs;
    this.#stopReports = clock.every(REPORT_MS, () => this.#report());
    this.#wait();
    this.#connection = new StreamConnection(clock, addresses, {
      message: (bytes) => this.#take(bytes),
      ended: (opened, message) => this.#fail(opened ? 'lost' : 'unopened', message),
    });
  }

  close(): void {
    this.#over = true;
    this.#stopReports();
    this.#stopWaiting();
    this.#connection.close();
  }

  #wait(): void {
    this.#stopWaiting();
    this.#stopWaiting = this.#clock.after(SILENCE_MS, () => this.#fail('silent', ''));
  }

  #report(): void {
    this.#events.received(this.#bytes, this.#atMs);
  }

  #take(bytes: Uint8Array): void {
    const message = decodeStreamMessage(bytes);
    if (message === undefined || this.#over) return;
    this.#wait();
    this.#bytes += bytes.length;
    const { header, body } = message;
    if (header.kind === streamKinds.video) this.#keep('video', header, body);
    else if (header.kind === streamKinds.audio) this.#keep('audio', header, body);
    else if (header.kind === streamKinds.state) this.#hear(body);
  }

  #keep(kind: 'video' | 'audio', header: StreamHeader, body: Uint8Array): void {
    const { codec, detail, presentationUs: timeUs } = header;
    if (timeUs >= this.#span.endMs * 1000) {
      this.#finish();
      return;
    }
    this.#atMs = Math.max(this.#atMs, timeUs / 1000);
    this.#spool.add({ kind, codec, timeUs, detail, body: body.slice() });
  }

  #hear(body: Uint8Array): void {
    const told = readPlaybackState(body);
    if (told === undefined) return;
    if (reasons.has(told.state)) this.#fail('told', told.message);
    else if (told.state === 'ended' || told.state === 'none') this.#finish();
    else if (told.state === 'gap' && (told.timeMs ?? 0) >= this.#span.endMs) this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    if (this.#spool.empty) {
      this.#fail('empty', NO_RECORD);
      return;
    }
    this.close();
    this.#report();
    this.#events.whole(this.#spool);
  }

  #fail(reason: DownloadFault, message: string): void {
    if (this.#over) return;
    this.close();
    this.#report();
    this.#events.failed(reason, message);
  }
}
