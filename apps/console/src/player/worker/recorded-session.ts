// One recorded channel in its worker: the page's requests to socket, pictures and sound, and the way of each frame to its moment. Rules with
// memory are in recorded-state.ts, picture-pump.ts and recorded-line.ts; what the page is told is recorded-news.ts.
import { streamFlags, streamKinds } from '@outrider/contract';
import type { PlaybackState, StreamHeader } from '@outrider/contract';
import type { Clock, Stop } from '../../lib/time.ts';
import { firstStatus } from '../messages.ts';
import type { Allowance } from '../messages.ts';
import { mediaAt } from '../recorded/media-clock.ts';
import type { MediaClock } from '../recorded/media-clock.ts';
import type { FromRecorded, OpenRecorded, ToRecorded } from '../recorded/messages.ts';
import { CodecScreen } from './codec-screen.ts';
import { DecoderTrust } from './decoder-trust.ts';
import { softwareKit } from './hevc/software-kit.ts';
import { LadderScreen } from './ladder-screen.ts';
import { MseScreen } from './mse-screen.ts';
import { PicturePump } from './picture-pump.ts';
import { readNote } from './read-state.ts';
import { RecordedFigures } from './recorded-figures.ts';
import { RecordedLine } from './recorded-line.ts';
import { RecordedNews } from './recorded-news.ts';
import { RecordedPictures } from './recorded-pictures.ts';
import type { RecordedScreen, ScreenEvents } from './recorded-screen.ts';
import { RecordedSound } from './recorded-sound.ts';
import { afterFrame, afterShown, afterTold, initialRecorded } from './recorded-state.ts';
import type { RecordedState } from './recorded-state.ts';

const TICK_MS = 100;
const REPORT_MS = 1000;
const STATISTICS_MS = 1000;

type Seek = Extract<ToRecorded, { kind: 'seek' }>;
type Post = (message: FromRecorded, transfer?: Transferable[]) => void;

/** Runs from `open` until `close`. */
export class RecordedSession {
  readonly #clock: Clock;
  readonly #steady: () => number;
  readonly #post: Post;
  readonly #open: OpenRecorded;
  readonly #timers: Stop[];
  readonly #line: RecordedLine;
  readonly #screen: RecordedScreen;
  readonly #pump: PicturePump;
  readonly #trust = new DecoderTrust();
  readonly #figures = new RecordedFigures();
  readonly #pictures = new RecordedPictures();
  readonly #sound: RecordedSound;
  readonly #news: RecordedNews;
  #state: RecordedState;
  #media: MediaClock;
  #speed: number;

  constructor(clock: Clock, steady: () => number, post: Post, open: OpenRecorded) {
    this.#clock = clock;
    this.#steady = steady;
    this.#post = post;
    this.#open = open;
    this.#media = open.clock;
    this.#speed = open.speed;
    this.#state = initialRecorded(open.mode, open.generation, open.startMs);
    this.#news = new RecordedNews(firstStatus('main', clock.now()), post);
    this.#sound = new RecordedSound(post);
    this.#screen = this.#makeScreen(open);
    this.#pump = new PicturePump({ clock, steady, screen: this.#screen, media: open.clock });
    this.#pump.begin(open.startMs);
    this.#line = this.#makeLine();
    this.#line.open(open.addresses);
    this.#timers = [
      clock.every(TICK_MS, () => this.#tick()),
      clock.every(REPORT_MS, () => this.#report()),
      clock.every(STATISTICS_MS, () => this.#postStatistics()),
    ];
  }

  /** `speed` is the one that was chosen; the clock may stand all the same. */
  setClock(media: MediaClock, speed: number): void {
    const changed = speed !== this.#speed || (media.rate === 0) !== (this.#media.rate === 0);
    this.#media = media;
    this.#speed = speed;
    this.#pump.setClock(media);
    if (changed) this.#report();
    this.#tell();
  }

  /** Frames of the request's generation are wanted, from its moment on. */
  seek({ timeMs, generation, speed, clock }: Seek): void {
    this.#media = clock;
    this.#speed = speed;
    if (this.#line.want(generation)) this.#begin(generation, timeMs);
    if (this.#open.mode === 'lopb') this.#line.seek(timeMs, speed);
    this.#pump.setClock(clock);
  }

  /** A new socket, at the moment that is due. */
  reopen(addresses: readonly string[]): void {
    this.#begin(this.#state.generation, this.#timeMs);
    this.#line.open(addresses);
  }

  setVisible(visible: boolean): void {
    this.#state = { ...this.#state, visible };
    this.#pump.setVisible(visible);
    this.#tell();
  }

  setSound(on: boolean, port: MessagePort | undefined): void {
    this.#sound.set(on, port);
  }

  /** What our own decoder may decode. */
  allow(allowance: Allowance): void {
    this.#screen.allow(allowance);
    this.#news.status.change({ instead: allowance === 'keys' ? 'keys' : '' });
  }

  takeCanvas(canvas: OffscreenCanvas, id: number): void {
    this.#screen.takeCanvas?.(canvas, id);
  }

  async snapshot(id: number): Promise<void> {
    const blob = await this.#screen.snapshot();
    this.#post(blob === undefined ? { kind: 'snapshot', id } : { kind: 'snapshot', id, blob });
  }

  /** What the video element shows (MSE). */
  shown(currentTime: number, dropped: number): void {
    this.#screen.played?.(currentTime, dropped);
  }

  elementFailed(): void {
    this.#screen.elementBroke?.();
    this.#decoderLost('the media element failed');
  }

  /** Answers with the latest pictures on screen. */
  tellDrawn(id: number): void {
    this.#post({ kind: 'drawn', id, drawn: this.#figures.drawn });
  }

  close(): void {
    for (const stop of this.#timers) stop();
    this.#line.close();
    this.#sound.close();
    this.#pump.close();
  }

  get #timeMs(): number {
    return mediaAt(this.#media, this.#steady());
  }

  #makeScreen({ canvas, softwareHevc, pageFeeds }: OpenRecorded): RecordedScreen {
    const events = this.#screenEvents();
    const software = softwareHevc ? softwareKit() : undefined;
    if (canvas !== undefined) return new CodecScreen(canvas, events, software);
    return software === undefined
      ? new MseScreen(this.#post, events, pageFeeds)
      : new LadderScreen(this.#post, events, software, pageFeeds);
  }

  #makeLine(): RecordedLine {
    const { mode, generation } = this.#open;
    return new RecordedLine(this.#clock, mode, generation, {
      frame: (header, body) => this.#takeFrame(header, body),
      told: (state) => this.#takeState(state),
      moved: (next, timeMs) => {
        this.#begin(next, timeMs);
        this.#post({ kind: 'moved', generation: next, timeMs });
      },
      heard: (bytes) => this.#figures.bytes(bytes, this.#clock.now()),
      lost: (opened, message) => {
        this.#state = { ...this.#state, lost: { message } };
        this.#tell();
        this.#post({ kind: 'lost', opened });
      },
    });
  }

  /** Forgets what came: frames from another moment on follow. */
  #begin(generation: number, timeMs: number): void {
    const { unsupported, visible } = this.#state;
    this.#state = { ...initialRecorded(this.#open.mode, generation, timeMs), unsupported, visible };
    this.#pictures.restart();
    this.#sound.close();
    this.#pump.begin(timeMs);
    this.#tell();
  }

  #report(): void {
    this.#line.report(this.#timeMs, this.#speed);
  }

  #takeState(told: PlaybackState): void {
    const { newestMs } = this.#state;
    this.#state = afterTold(this.#state, told);
    const { state, timeMs } = told;
    // What begins behind everything that came does so behind a gap: what waits is still to be shown.
    const again = timeMs !== undefined && newestMs !== undefined && timeMs <= newestMs;
    if (state === 'playing' && again) this.#pump.renew(timeMs);
    this.#restAtEnd();
    this.#news.status.change({ origin: told.from });
    this.#tell();
  }

  #takeFrame(header: StreamHeader, body: Uint8Array): void {
    if (header.kind === streamKinds.video) this.#takeVideo(header, body);
    else if (header.kind === streamKinds.audio) this.#takeSound(header, body);
    else if (header.kind === streamKinds.note) this.#news.status.change(readNote(body));
    else if (header.kind === streamKinds.parameterSets) this.#pictures.takeSets(header, body); // others are of a later version
  }

  #takeVideo(header: StreamHeader, body: Uint8Array): void {
    const picture = this.#pictures.read(header, body);
    if (picture === undefined) return;
    const { frame, format } = picture;
    const { timeMs, replay } = frame;
    this.#state = afterFrame(this.#state, timeMs, true);
    if (replay) this.#state = { ...this.#state, beforeMs: timeMs };
    this.#news.status.change({ stream: (header.flags & streamFlags.sub) === 0 ? 'main' : 'sub' });
    this.#figures.took(picture);
    this.#pump.put(frame, format);
  }

  #takeSound(header: StreamHeader, body: Uint8Array): void {
    this.#news.status.change({ hasAudio: true });
    this.#state = afterFrame(this.#state, header.presentationUs / 1000, false);
    this.#sound.put(header, body);
  }

  #tick(): void {
    this.#sound.play(this.#media, this.#steady());
    this.#tell();
  }

  #screenEvents(): ScreenEvents {
    return {
      shown: (frame, width, height) => {
        this.#state = afterShown(this.#state, frame.timeMs);
        if (!frame.replay) this.#figures.showed(frame, this.#clock.now(), this.#steady());
        this.#news.status.change({ width, height, codec: this.#pictures.codec, hasPicture: true });
        if (this.#media.rate === 0) this.#tell();
      },
      decoded: () => {
        this.#pump.pump();
        this.#restAtEnd();
      },
      unsupported: () => {
        this.#state = { ...this.#state, unsupported: true };
        this.#news.status.change({ codec: this.#pictures.codec });
        this.#pump.decoderLost();
        this.#tell();
      },
      failed: (reason) => this.#decoderLost(reason),
      lost: () => this.#pump.decoderLost(),
    };
  }

  /** Nothing follows what waits: what was held back for the next picture is let go. */
  #restAtEnd(): void {
    const last = this.#state.told?.state;
    if ((last === 'ended' || last === 'gap') && this.#pump.shelf.size === 0) this.#screen.rest();
  }

  #decoderLost(reason: string): void {
    this.#pump.decoderLost();
    if (this.#trust.failed(this.#clock.now()) === 'give-up') this.#post({ kind: 'failed', reason });
  }

  /** Tells the page how the channel stands, where that changed. */
  #tell(): void {
    const nextMs = this.#pump.nextMs;
    this.#news.tell(this.#state, { nowMs: this.#clock.now(), timeMs: this.#timeMs, nextMs });
  }

  #postStatistics(): void {
    const { codec, width, height } = this.#news.status.value;
    const about = {
      codec: `${codec} ${this.#pictures.format?.codecString ?? ''}`.trim(),
      width,
      height,
      decoder: this.#screen.name,
      transport: this.#line.transport,
      audio: this.#sound.text,
    };
    const { load } = this.#screen;
    this.#post(load === undefined ? { kind: 'software' } : { kind: 'software', load });
    const dropped = this.#pump.shelf.dropped + this.#screen.dropped;
    this.#post({ kind: 'statistics', statistics: this.#figures.read(about, dropped, this.#clock.now()) });
  }
}
