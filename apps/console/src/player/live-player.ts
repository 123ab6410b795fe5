// A player as an object outside React: its worker, the canvas or video element the pictures appear on, its sound. Frames never pass
// this thread. A component holds one and passes intentions down; `status` and `statistics` come back.
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { t } from '../lib/i18n.ts';
import type { Clock, Stop } from '../lib/time.ts';
import { LiveElement, pictureOf } from './media-element.ts';
import { firstStatus } from './messages.ts';
import type { FromWorker, PlayerStatistics, PlayerStatus, StreamChoice, ToWorker } from './messages.ts';
import { PendingSnapshots } from './pending-snapshots.ts';
import { RestartWaits } from './restart-waits.ts';
import type { TilePlayer } from './tile-player.ts';
import { TileVoice } from './tile-voice.ts';
import type { SoundState } from './tile-voice.ts';
import { watchVisibility } from './visibility.ts';

/** The specification's layout check; also how often a video element is kept near the newest picture. */
const LAYOUT_MS = 200;
export type LivePlayerOptions = {
  readonly clock: Clock;
  /** From streamAddresses. */
  readonly addresses: readonly string[];
  readonly stream: StreamChoice;
};

/** Plays one channel from construction until `close()`. Put `element` into the page. */
export class LivePlayer implements TilePlayer {
  readonly element = document.createElement('div');
  readonly status: StoreApi<PlayerStatus>;
  readonly statistics: StoreApi<{ readonly value: PlayerStatistics | undefined }>;
  readonly #options: LivePlayerOptions;
  readonly #stops: Stop[];
  readonly sound: StoreApi<SoundState>;
  readonly #snapshots: PendingSnapshots;
  readonly #restarts = new RestartWaits();
  readonly #voice = new TileVoice((message, transfer) => this.#send(message, transfer));
  #worker: Worker | undefined;
  #canvas: HTMLCanvasElement | undefined;
  #video: LiveElement<HTMLVideoElement> | undefined;
  #stream: StreamChoice;
  #visible = true;
  #stopRestart: Stop = () => {};

  constructor(options: LivePlayerOptions) {
    this.#options = options;
    this.#stream = options.stream;
    this.sound = this.#voice.state;
    this.#snapshots = new PendingSnapshots(options.clock);
    const { clock, stream } = options;
    this.status = createStore<PlayerStatus>(() => firstStatus(stream, clock.now()));
    this.statistics = createStore<{ value: PlayerStatistics | undefined }>(() => ({ value: undefined }));
    const seen = (visible: boolean): void => {
      this.#visible = visible;
      this.#send({ kind: 'visible', visible });
    };
    this.#stops = [clock.every(LAYOUT_MS, () => this.#tick()), watchVisibility(this.element, seen)];
    this.#start();
  }

  choose(stream: StreamChoice): void {
    this.#stream = stream;
    this.#send({ kind: 'choose', stream });
  }

  hear(gain: number): void {
    this.#voice.hear(gain);
  }

  mute(): void {
    this.#voice.mute();
  }

  loudness(): number {
    return this.#voice.loudness();
  }

  async snapshot(): Promise<Blob | undefined> {
    if (this.#video !== undefined) return pictureOf(this.#video.element);
    return this.#snapshots.ask((id) => this.#send({ kind: 'snapshot', id }));
  }

  /** Begins anew at once: new worker, new socket. */
  restart(): void {
    this.#stop();
    this.#start();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#stop();
    this.#voice.close();
    this.element.remove();
  }

  #start(): void {
    const { addresses } = this.#options;
    const worker = new Worker(new URL('./player.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (this.#worker === worker) this.#take(data);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#failed(event.message);
    });
    this.#worker = worker;
    const open = { kind: 'open' as const, addresses, stream: this.#stream };
    if ('VideoDecoder' in globalThis) {
      const canvas = this.#openCanvas();
      this.#send({ ...open, canvas }, [canvas]);
    } else {
      this.#openVideo();
      this.#send(open);
    }
    this.#send({ kind: 'visible', visible: this.#visible });
    this.#voice.renew();
  }

  #stop(): void {
    this.#stopRestart();
    this.#send({ kind: 'close' });
    this.#worker = undefined;
    this.#canvas?.remove();
    this.#video?.close();
    this.#video = undefined;
    this.#snapshots.settleAll();
  }

  /** The specification: an error of the player stops its worker and resets the canvas. The page goes on; so does the tile, soon. */
  #failed(message: string): void {
    this.#worker?.terminate();
    this.#stop();
    const nowMs = this.#options.clock.now();
    const waitMs = this.#restarts.failed(nowMs);
    this.status.setState({ phase: 'broken', message, sinceMs: nowMs, hasPicture: false, retryAtMs: nowMs + waitMs });
    this.#stopRestart = this.#options.clock.after(waitMs, () => this.#start());
  }

  #openCanvas(): OffscreenCanvas {
    this.#canvas?.remove();
    this.#canvas = document.createElement('canvas');
    this.element.append(this.#canvas);
    return this.#canvas.transferControlToOffscreen();
  }

  #openVideo(): void {
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.disablePictureInPicture = true;
    this.element.append(video);
    this.#video = new LiveElement(video, () => this.#send({ kind: 'element-failed' }));
  }

  #take(message: FromWorker): void {
    switch (message.kind) {
      case 'failed':
        this.#failed(t('The video data cannot be decoded'));
        break;
      case 'status':
        this.status.setState(message.status, true);
        break;
      case 'statistics':
        this.statistics.setState({ value: message.statistics });
        break;
      case 'media':
        this.#elementFor(message.track)?.attach(message.handle);
        break;
      case 'segments-begin':
        this.#elementFor(message.track)?.begin(message.mimeType);
        break;
      case 'segment':
        this.#elementFor(message.track)?.append(message.bytes);
        break;
      case 'jump':
        this.#video?.jump();
        break;
      case 'pcm':
        this.#voice.play(message.samples, message.sampleRate);
        break;
      case 'snapshot':
        this.#snapshots.settle(message.id, message.blob);
        break;
      default:
        message satisfies never;
    }
  }

  #elementFor(track: 'video' | 'audio'): LiveElement<HTMLMediaElement> | undefined {
    return track === 'video' ? this.#video : this.#voice.element();
  }

  #tick(): void {
    this.#voice.tick();
    if (this.#video === undefined) return;
    const seen = this.#video.tick();
    this.#send({ kind: 'shown', ...seen });
  }

  #send(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }
}
