// One recorded channel as an object outside React: its worker, the canvas or video element the pictures appear on, its sound. It keeps
// no time of its own: playback-group.ts says what moment is due.
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { t } from '../../lib/i18n.ts';
import type { Clock, Stop } from '../../lib/time.ts';
import { pictureOf } from '../media-element.ts';
import { firstStatus } from '../messages.ts';
import type { PlayerStatistics, PlayerStatus } from '../messages.ts';
import { PendingSnapshots } from '../pending-snapshots.ts';
import { RestartWaits } from '../restart-waits.ts';
import type { TilePlayer } from '../tile-player.ts';
import { TileVoice } from '../tile-voice.ts';
import type { SoundState } from '../tile-voice.ts';
import { watchVisibility } from '../visibility.ts';
import { unknownProgress } from './group-rules.ts';
import type { ChannelProgress } from './group-rules.ts';
import { mediaAt } from './media-clock.ts';
import type { MediaClock } from './media-clock.ts';
import type { Drawn, FromRecorded, PlaybackMode, ToRecorded } from './messages.ts';
import { RecordedElement } from './recorded-element.ts';

/** A socket that broke is made anew after these waits; the last one repeats. */
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
  readonly lost?: (message: string) => void;
  /** It stands differently than before. */
  readonly changed: () => void;
  /** The server began anew by itself (repb). */
  readonly moved: (generation: number, timeMs: number) => void;
  /** It is to be heard from now on; another tile is not. */
  readonly heard: () => void;
};

/** Plays one channel from construction until `close()`. */
export class PlaybackPlayer implements TilePlayer {
  readonly element = document.createElement('div');
  readonly channel: number;
  readonly status: StoreApi<PlayerStatus>;
  readonly statistics: StoreApi<{ readonly value: PlayerStatistics | undefined }>;
  readonly sound: StoreApi<SoundState>;
  progress: ChannelProgress;
  readonly #kit: PlaybackPlayerKit;
  readonly #snapshots: PendingSnapshots;
  readonly #restarts = new RestartWaits();
  readonly #voice = new TileVoice((message, transfer) => this.#send(message, transfer));
  readonly #stopWatching: Stop;
  readonly #drawn = new Map<number, (drawn: readonly Drawn[]) => void>();
  #worker: Worker | undefined;
  #canvas: HTMLCanvasElement | undefined;
  #video: RecordedElement | undefined;
  #visible = true;
  #breaks = 0;
  #asked = 0;
  #stopRestart: Stop = () => {};
  #stopReopen: Stop = () => {};

  constructor(kit: PlaybackPlayerKit) {
    this.#kit = kit;
    this.channel = kit.channel;
    this.sound = this.#voice.state;
    this.#snapshots = new PendingSnapshots(kit.clock);
    this.progress = unknownProgress(kit.moment().generation);
    this.status = createStore<PlayerStatus>(() => firstStatus('main', kit.clock.now()));
    this.statistics = createStore<{ value: PlayerStatistics | undefined }>(() => ({ value: undefined }));
    this.element.addEventListener('playback-report', this.#answer);
    this.#stopWatching = watchVisibility(this.element, (visible) => {
      this.#visible = visible;
      this.#send({ kind: 'visible', visible });
    });
    this.#start();
  }

  /** The clock changed: it began to go or to stand, or at another pace. */
  setClock(): void {
    const { clock, speed } = this.#kit.moment();
    this.#send({ kind: 'clock', clock, speed });
    this.tick();
  }

  /** Another moment is wanted; what came so far is of no use. */
  seek(timeMs: number): void {
    const { clock, speed, generation } = this.#kit.moment();
    if (this.progress.generation !== generation) this.progress = unknownProgress(generation);
    this.#send({ kind: 'seek', timeMs, generation, speed, clock });
  }

  /** Ten times a second. */
  tick(): void {
    this.#voice.tick();
    if (this.#video === undefined) return;
    const { clock } = this.#kit.moment();
    const seen = this.#video.steer(mediaAt(clock, this.#kit.steady()), clock.rate);
    this.#send({ kind: 'shown', ...seen });
  }

  hear(gain: number): void {
    this.#voice.hear(gain);
    this.#kit.heard();
  }

  mute(): void {
    this.#voice.mute();
  }

  loudness(): number {
    return this.#voice.loudness();
  }

  pictureMs(): number | undefined {
    return this.#video?.shownMs ?? this.progress.shownMs;
  }

  async snapshot(): Promise<Blob | undefined> {
    if (this.#video !== undefined) return pictureOf(this.#video.element);
    return this.#snapshots.ask((id) => this.#send({ kind: 'snapshot', id }));
  }

  restart(): void {
    this.#stop();
    this.#start();
  }

  close(): void {
    this.#stopWatching();
    this.#stop();
    this.#voice.close();
    this.element.removeEventListener('playback-report', this.#answer);
    this.element.remove();
  }

  #start(): void {
    const { steady, mode, moment } = this.#kit;
    const { clock, speed, generation } = moment();
    const worker = new Worker(new URL('../playback.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromRecorded>) => {
      if (this.#worker === worker) this.#take(data);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#failed(event.message);
    });
    this.#worker = worker;
    this.progress = unknownProgress(generation);
    const startMs = mediaAt(clock, steady());
    const addresses = this.#kit.addresses(startMs);
    const visible = this.#visible;
    const open = { kind: 'open' as const, mode, addresses, startMs, generation, clock, speed, visible };
    if ('VideoDecoder' in globalThis) {
      this.#canvas = document.createElement('canvas');
      this.element.append(this.#canvas);
      const canvas = this.#canvas.transferControlToOffscreen();
      this.#send({ ...open, canvas }, [canvas]);
    } else {
      this.#openVideo();
      this.#send(open);
    }
    this.#voice.renew();
  }

  #openVideo(): void {
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.disablePictureInPicture = true;
    this.element.append(video);
    this.#video = new RecordedElement(video, this.#kit.steady, () => this.#send({ kind: 'element-failed' }));
  }

  #stop(): void {
    this.#stopRestart();
    this.#stopReopen();
    this.#send({ kind: 'close' });
    this.#worker = undefined;
    this.#canvas?.remove();
    this.#canvas = undefined;
    this.#video?.close();
    this.#video = undefined;
    this.#snapshots.settleAll();
  }

  #failed(message: string): void {
    this.#worker?.terminate();
    this.#stop();
    const { clock, moment, changed } = this.#kit;
    const nowMs = clock.now();
    const waitMs = this.#restarts.failed(nowMs);
    this.status.setState({ phase: 'broken', message, sinceMs: nowMs, hasPicture: false, retryAtMs: nowMs + waitMs });
    this.progress = { ...unknownProgress(moment().generation), stage: 'out' };
    this.#stopRestart = clock.after(waitMs, () => this.#start());
    changed();
  }

  /** The socket broke: soon another one, from the moment that is due then. */
  #lost(): void {
    const { clock, steady, moment, addresses, lost } = this.#kit;
    if (lost !== undefined) {
      lost(this.status.getState().message);
      return;
    }
    const waitMs = REOPEN_WAITS_MS[Math.min(this.#breaks, REOPEN_WAITS_MS.length - 1)] ?? 15_000;
    this.#breaks += 1;
    this.#stopReopen();
    this.#stopReopen = clock.after(waitMs, () =>
      this.#send({ kind: 'reopen', addresses: addresses(mediaAt(moment().clock, steady())) }),
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
        this.#lost();
        break;
      case 'moved':
        this.#kit.moved(message.generation, message.timeMs);
        break;
      case 'placed':
        this.#video?.place(message.originMs, message.seconds);
        break;
      case 'drawn':
        this.#drawn.get(message.id)?.(message.drawn);
        this.#drawn.delete(message.id);
        break;
      case 'failed':
        this.#failed(t('The video data cannot be decoded'));
        break;
      case 'status':
        this.status.setState(message.status, true);
        break;
      case 'statistics':
        this.statistics.setState({ value: message.statistics });
        break;
      case 'jump': // only live streams
        break;
      case 'pcm':
        this.#voice.play(message.samples, message.sampleRate);
        break;
      case 'snapshot':
        this.#snapshots.settle(message.id, message.blob);
        break;
      default:
        this.#takeMedia(message);
    }
  }

  #takeMedia(message: Extract<FromRecorded, { track: string }>): void {
    const element = message.track === 'video' ? this.#video : this.#voice.element();
    if (message.kind === 'media') element?.attach(message.handle);
    else if (message.kind === 'segments-begin') element?.begin(message.mimeType);
    else element?.append(message.bytes);
  }

  /** Answers tests: the promise of the latest pictures on screen is put into the event's detail. */
  readonly #answer = (event: Event): void => {
    if (!(event instanceof CustomEvent) || typeof event.detail !== 'object') return;
    this.#asked += 1;
    const id = this.#asked;
    const ofVideo = this.#video?.drawn;
    const drawn =
      ofVideo === undefined
        ? new Promise<readonly Drawn[]>((resolve) => {
            this.#drawn.set(id, resolve);
            this.#send({ kind: 'drawn', id });
          })
        : Promise.resolve(ofVideo);
    Object.assign(event.detail, { drawn });
  };

  #send(message: ToRecorded, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }
}
