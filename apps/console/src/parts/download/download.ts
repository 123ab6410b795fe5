// One download over web.cgi: asked for again and again until it is made, then fetched by the browser. Ends by itself, by `cancel`, or
// by `close`. Not: which downloads there are (downloads.ts).
import { AppError, DOWNLOAD_POLL_MS, downloadReply } from '@outrider/contract';
import type { DownloadReply } from '@outrider/contract';
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { fileNameOf, stampOf } from '../../lib/file-name.ts';
import type { Clock, Stop } from '../../lib/time.ts';

/** What the server recorded, what the device recorded, or the footage of a custom event. */
export type DownloadKind = 'lobk' | 'repbmp4' | 'cev';

export type DownloadWish = {
  readonly kind: DownloadKind;
  readonly deviceId: string;
  /** 0: all of them, for gms. */
  readonly channel: number;
  /** UTC ms. */
  readonly startMs: number;
  readonly seconds: number;
  /** The device's main stream; of `repbmp4` only. */
  readonly main?: boolean;
  /** False: without its sound, which comes faster; of `repbmp4` only. */
  readonly sound?: boolean;
  /** Of `lobk` only. */
  readonly format?: 'mp4' | 'gms';
  /** Which custom event; of `cev` only. */
  readonly eventId?: number;
};

/** 'TRK-104_20260301_140231_ch2_60s.mp4'; without a channel for all of them. */
export const downloadName = ({ deviceId, startMs, channel, seconds, format = 'mp4' }: DownloadWish): string =>
  fileNameOf([deviceId, ...stampOf(startMs), channel === 0 ? '' : `ch${channel}`, `${seconds}s`], format);

export type DownloadState = {
  /** asked: the server has not answered yet. making: it is being made. saved: the browser has it, or fetches it. */
  readonly phase: 'asked' | 'making' | 'saved' | 'failed' | 'cancelled';
  /** The server's own word: CREATE OK, HANDLING, DOWNLOAD OK. */
  readonly result: string;
  /** Per cent. */
  readonly progress: number;
  readonly message: string;
  readonly fileName: string;
};

export type DownloadKit = {
  readonly clock: Clock;
  readonly ask: (
    values: Record<string, unknown>,
    decode: (body: unknown) => DownloadReply | undefined,
    signal: AbortSignal,
  ) => Promise<DownloadReply | undefined>;
  readonly save: (values: Record<string, unknown>, name: string) => void;
};

/** A server that is away for a moment does not lose the download: it goes on making it. */
const MOST_MISSES = 10;

/** What tells the kinds apart. */
const ownQuery = ({ kind, deviceId, main, sound, format, eventId }: DownloadWish): Record<string, unknown> => {
  if (kind === 'cev') return { id: eventId };
  return kind === 'repbmp4'
    ? { deviceid: deviceId, main: main === false ? 0 : 1, audio: sound === false ? 0 : 1 }
    : { deviceid: deviceId, format: format ?? 'mp4' };
};

const queryOf = (wish: DownloadWish): Record<string, unknown> => ({
  ch: wish.channel,
  spbtime: Math.floor(wish.startMs / 1000),
  duration: wish.seconds,
  ...ownQuery(wish),
});

const isMade = ({ already, result }: DownloadReply): boolean => already === 1 || result === 'DOWNLOAD OK';
const isMaking = ({ result }: DownloadReply): boolean => result === 'CREATE OK' || result === 'HANDLING';
const isAway = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable';

export class Download {
  readonly wish: DownloadWish;
  readonly state: StoreApi<DownloadState>;
  readonly #kit: DownloadKit;
  readonly #query: Record<string, unknown>;
  readonly #abort = new AbortController();
  #stopTimer: Stop = () => {};
  #misses = 0;

  /** Asks at once. `fileName`: what the file is to be called. */
  constructor(kit: DownloadKit, wish: DownloadWish, fileName: string) {
    this.wish = wish;
    this.#kit = kit;
    this.#query = { ...queryOf(wish), filename: fileName };
    this.state = createStore<DownloadState>(() => ({ phase: 'asked', result: '', progress: 0, message: '', fileName }));
    this.#poll();
  }

  /** Gives it up, here and at the server. */
  cancel(): void {
    if (this.#over()) return;
    this.state.setState({ phase: 'cancelled', message: '' });
    this.close();
    const { kind } = this.wish;
    this.#kit
      .ask({ type: `${kind}cancel`, ...this.#query }, () => undefined, new AbortController().signal)
      .catch(() => {}); // the server ends by itself what nobody asks for
  }

  /** Stops asking; the server goes on for a while. */
  close(): void {
    this.#stopTimer();
    this.#abort.abort();
  }

  #over(): boolean {
    return ['saved', 'failed', 'cancelled'].includes(this.state.getState().phase);
  }

  #poll(): void {
    const values = { type: `${this.wish.kind}ask`, ...this.#query };
    this.#kit
      .ask(values, (body) => downloadReply.parse(body), this.#abort.signal)
      .then((reply) => reply && this.#hear(reply))
      .catch((error: unknown) => this.#miss(error));
  }

  #hear(reply: DownloadReply): void {
    if (this.#over()) return;
    this.#misses = 0;
    const { result = '', progress, message, filename } = reply;
    const shown = { result, progress, message, ...(filename === '' ? {} : { fileName: filename }) };
    if (isMade(reply)) this.#fetch({ ...shown, progress: 100 });
    else if (isMaking(reply)) {
      this.state.setState({ phase: 'making', ...shown });
      this.#stopTimer = this.#kit.clock.after(DOWNLOAD_POLL_MS, () => this.#poll());
    } else this.#fail(message, result);
  }

  #fetch(shown: Partial<DownloadState>): void {
    this.state.setState({ phase: 'saved', ...shown });
    this.#kit.save({ type: `${this.wish.kind}get`, ...this.#query }, this.state.getState().fileName);
  }

  #miss(error: unknown): void {
    if (this.#over() || this.#abort.signal.aborted) return;
    this.#misses += 1;
    if (isAway(error) && this.#misses < MOST_MISSES)
      this.#stopTimer = this.#kit.clock.after(DOWNLOAD_POLL_MS, () => this.#poll());
    else this.#fail(error instanceof Error ? error.message : '', '');
  }

  #fail(message: string, result: string): void {
    this.state.setState({ phase: 'failed', message, result });
  }
}
