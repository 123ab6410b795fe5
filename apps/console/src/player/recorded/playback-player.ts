// One recorded channel as an object outside React. Its worker, sound and surface are in player-host.ts; here is what only recordings
// have: moments, progress, a socket that is made again. It keeps no time of its own: playback-group.ts says what moment is due.
import type { Clock, Stop } from '../../lib/time.ts';
import { PlayerHost } from '../player-host.ts';
import { PlayerSurface } from '../player-surface.ts';
import type { TilePlayer } from '../tile-player.ts';
import type { TileVoice } from '../tile-voice.ts';
import { unknownProgress } from './group-rules.ts';
import type { ChannelProgress } from './group-rules.ts';
import { mediaAt } from './media-clock.ts';
import type { MediaClock } from './media-clock.ts';
import type { Drawing } from '../messages.ts';
import type { Drawn, FromRecorded, OpenRecorded, PlaybackMode, ToRecorded } from './messages.ts';
import { RecordedElement } from './recorded-element.ts';

/** A socket that broke is made again after these waits; the last one repeats. */
const REOPEN_WAITS_MS = [500, 2000, 5000, 15_000] as const;

/** What a player is told about the playback it belongs to. */
export type GroupMoment = {
  readonly clock: MediaClock;
  readonly speed: number;
  readonly generation: number;
};

export type PlaybackPlayerKit = {
  readonly clock: Clock;
  readonly steady: () => number;
  readonly mode: PlaybackMode;
  readonly channel: number;
  /** Of a socket that begins at this moment, best first. */
  readonly addresses: (timeMs: number) => readonly string[];
  readonly moment: () => GroupMoment;
  /** The socket closed, with its last words; left out: another one is opened. */
  readonly lost?: (message: string, opened: boolean) => void;
  /** It stands differently than before. */
  readonly changed: () => void;
  /** The server began again by itself (repb). */
  readonly moved: (generation: number, timeMs: number) => void;
  /** It is to be heard from now on; another tile is not. */
  readonly heard: () => void;
};

const makeWorker = (): Worker => new Worker(new URL('../playback.worker.ts', import.meta.url), { type: 'module' });

/** Plays one channel from construction until `close()`. */
export class PlaybackPlayer implements TilePlayer {
  readonly channel: number;
  readonly element: HTMLElement;
  readonly status: TilePlayer['status'];
  readonly statistics: TilePlayer['statistics'];
  readonly voice: TileVoice;
  progress: ChannelProgress;
  readonly #kit: PlaybackPlayerKit;
  readonly #surface: PlayerSurface<RecordedElement>;
  readonly #host: PlayerHost<ToRecorded, FromRecorded>;
  readonly #drawn = new Map<number, (drawn: readonly Drawn[]) => void>();
  #breaks = 0;
  #asked = 0;
  #stopReopen: Stop = () => {};

  constructor(kit: PlaybackPlayerKit) {
    const { clock, channel, steady, moment, heard } = kit;
    this.#kit = kit;
    this.channel = channel;
    this.progress = unknownProgress(moment().generation);
    this.#surface = new PlayerSurface((video, onFailed) => new RecordedElement(video, steady, onFailed));
    this.#host = new PlayerHost<ToRecorded, FromRecorded>(
      { clock, stream: 'main', surface: this.#surface, makeWorker },
      {
        opening: (drawing) => ({ ...this.#opening(), ...drawing }),
        message: (message) => this.#take(message),
        failed: () => this.#failed(),
      },
    );
    this.element = this.#surface.element;
    this.status = this.#host.status;
    this.statistics = this.#host.statistics;
    this.voice = this.#host.voice;
    this.voice.state.subscribe(({ on }) => {
      if (on) heard();
    });
    this.element.addEventListener('playback-report', this.#answer);
    this.#host.start();
  }

  /** The clock changed: it began to go or to stand, or at another pace. */
  setClock(): void {
    const { clock, speed } = this.#kit.moment();
    this.#host.send({ kind: 'clock', clock, speed });
    this.tick();
  }

  /** Another moment is wanted; what came so far is of no use. */
  seek(timeMs: number): void {
    const { clock, speed, generation } = this.#kit.moment();
    if (this.progress.generation !== generation) this.progress = unknownProgress(generation);
    this.#host.send({ kind: 'seek', timeMs, generation, speed, clock });
  }

  /** Its worker draws each picture when it is due; a video element is led to the moment. */
  get draws(): boolean {
    return this.#surface.video === undefined;
  }

  /** Ten times a second. */
  tick(): void {
    const { rate } = this.#kit.moment().clock;
    this.#host.tick(this.#surface.video?.steer(this.#dueMs, rate));
  }

  pictureMs(): number | undefined {
    return this.#surface.video?.shownMs ?? this.progress.shownMs;
  }

  snapshot(): Promise<Blob | undefined> {
    return this.#host.snapshot();
  }

  favour(favoured: boolean): void {
    this.#host.favour(favoured);
  }

  restart(): void {
    this.#host.start();
  }

  close(): void {
    this.#stopReopen();
    this.#host.close();
    this.element.removeEventListener('playback-report', this.#answer);
  }

  /** The recorded moment that is due now. */
  get #dueMs(): number {
    return mediaAt(this.#kit.moment().clock, this.#kit.steady());
  }

  #opening(): Omit<OpenRecorded, keyof Drawing> {
    const { mode, moment, addresses } = this.#kit;
    this.#stopReopen();
    const { clock, speed, generation } = moment();
    this.progress = unknownProgress(generation);
    const startMs = this.#dueMs;
    return { kind: 'open', mode, addresses: addresses(startMs), startMs, generation, clock, speed };
  }

  #failed(): void {
    this.#stopReopen();
    this.progress = { ...unknownProgress(this.#kit.moment().generation), stage: 'out' };
    this.#kit.changed();
  }

  /** The socket broke: soon another one, from the moment that is due then. */
  #lost(opened: boolean): void {
    const { clock, addresses, lost } = this.#kit;
    if (lost !== undefined) {
      lost(this.status.getState().message, opened);
      return;
    }
    const waitMs = REOPEN_WAITS_MS[Math.min(this.#breaks, REOPEN_WAITS_MS.length - 1)] ?? 15_000;
    this.#breaks += 1;
    this.#stopReopen();
    this.#stopReopen = clock.after(waitMs, () =>
      this.#host.send({ kind: 'reopen', addresses: addresses(this.#dueMs) }),
    );
  }

  #take(message: FromRecorded): void {
    switch (message.kind) {
      case 'progress':
        this.progress = message.progress;
        if (message.progress.stage === 'flowing') this.#breaks = 0;
        this.#kit.changed();
        break;
      case 'lost':
        this.#lost(message.opened);
        break;
      case 'moved':
        this.#kit.moved(message.generation, message.timeMs);
        break;
      case 'placed':
        this.#surface.video?.place(message.originMs, message.seconds);
        break;
      case 'drawn':
        this.#drawn.get(message.id)?.(message.drawn);
        this.#drawn.delete(message.id);
        break;
      default:
        this.#host.take(message);
    }
  }

  /** Answers tests: the promise of the latest pictures on screen is put into the event's detail. */
  readonly #answer = (event: Event): void => {
    if (!(event instanceof CustomEvent) || typeof event.detail !== 'object') return;
    this.#asked += 1;
    const id = this.#asked;
    const ofVideo = this.#surface.video?.drawn;
    const drawn =
      ofVideo === undefined
        ? new Promise<readonly Drawn[]>((resolve) => {
            this.#drawn.set(id, resolve);
            this.#host.send({ kind: 'drawn', id });
          })
        : Promise.resolve(ofVideo);
    Object.assign(event.detail, { drawn });
  };
}
