// A player as an object outside React: its worker, the canvas or video element the pictures appear on, its sound. Frames never pass
// this thread. A component holds one and passes intentions down; `status` and `statistics` come back.
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { t } from '../lib/i18n.ts';
import type { Clock, Stop } from '../lib/time.ts';
import { AudioVoice } from './audio-output.ts';
import { LiveElement, pictureOf } from './media-element.ts';
import { firstStatus } from './messages.ts';
import type { FromWorker, PlayerStatistics, PlayerStatus, StreamChoice, ToWorker } from './messages.ts';
import { watchVisibility } from './visibility.ts';

/** The specification's layout check; also how often a video element is kept near the newest picture. */
const LAYOUT_MS = 200;
/** A worker that died gets a successor after this, later when the ones before it died as well. */
const RESTART_WAITS_MS = [2000, 5000, 15_000, 30_000] as const;
/** A failure so long ago does not count any more. */
const FORGIVEN_AFTER_MS = 60_000;
const SNAPSHOT_WITHIN_MS = 3000;

export type LivePlayerOptions = {
  readonly clock: Clock;
  /** From streamAddresses. */
  readonly addresses: readonly string[];
  readonly stream: StreamChoice;
};

/** Plays one channel from construction until `close()`. Put `element` into the page. */
export class LivePlayer {
  readonly element = document.createElement('div');
  readonly status: StoreApi<PlayerStatus>;
  readonly statistics: StoreApi<{ readonly value: PlayerStatistics | undefined }>;
  readonly #options: LivePlayerOptions;
  readonly #stops: Stop[];
  readonly #snapshots = new Map<number, (blob: Blob | undefined) => void>();
  #worker: Worker | undefined;
  #canvas: HTMLCanvasElement | undefined;
  #video: LiveElement<HTMLVideoElement> | undefined;
  #audioElement: LiveElement<HTMLAudioElement> | undefined;
  #voice: AudioVoice | undefined;
  /** Undefined while muted. */
  #gain: number | undefined;
  #stream: StreamChoice;
  #visible = true;
  #snapshotId = 0;
  #stopRestart: Stop = () => {};
  #failures = 0;
  #failedMs = 0;

  constructor(options: LivePlayerOptions) {
    this.#options = options;
    this.#stream = options.stream;
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

  /** Sound on. Call it in a click: browsers start sound in no other moment. */
  hear(gain: number): void {
    this.#gain = gain;
    if (this.#voice !== undefined) {
      this.#voice.setGain(gain);
      return;
    }
    this.#voice = new AudioVoice(gain, (port) => {
      if (port === undefined) this.#send({ kind: 'sound', on: true });
      else this.#send({ kind: 'sound', on: true, port }, [port]);
    });
  }

  mute(): void {
    this.#send({ kind: 'sound', on: false });
    this.#voice?.close();
    this.#voice = undefined;
    this.#gain = undefined;
    this.#audioElement?.close();
    this.#audioElement = undefined;
  }

  /** How loud the tile is just now, 0..1; 0 while muted. */
  loudness(): number {
    return this.#voice?.level() ?? 0;
  }

  /** The picture on screen as PNG; undefined before the first one. */
  async snapshot(): Promise<Blob | undefined> {
    if (this.#video !== undefined) return pictureOf(this.#video.element);
    this.#snapshotId += 1;
    const id = this.#snapshotId;
    const answer = new Promise<Blob | undefined>((resolve) => {
      this.#snapshots.set(id, resolve);
      this.#options.clock.after(SNAPSHOT_WITHIN_MS, () => this.#settle(id, undefined));
    });
    this.#send({ kind: 'snapshot', id });
    return answer;
  }

  /** Begins anew at once: new worker, new socket. */
  restart(): void {
    this.#stop();
    this.#start();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#stop();
    this.mute();
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
    if (this.#gain === undefined) return;
    this.#voice?.close();
    this.#voice = undefined;
    this.hear(this.#gain);
  }

  #stop(): void {
    this.#stopRestart();
    this.#send({ kind: 'close' });
    this.#worker = undefined;
    this.#canvas?.remove();
    this.#video?.close();
    this.#video = undefined;
    for (const id of this.#snapshots.keys()) this.#settle(id, undefined);
  }

  /** The specification: an error of the player stops its worker and resets the canvas. The page goes on; so does the tile, soon. */
  #failed(message: string): void {
    this.#worker?.terminate();
    this.#stop();
    const nowMs = this.#options.clock.now();
    this.#failures = nowMs - this.#failedMs > FORGIVEN_AFTER_MS ? 1 : this.#failures + 1;
    this.#failedMs = nowMs;
    const waitMs = RESTART_WAITS_MS[this.#failures - 1] ?? 30_000;
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
        this.#voice?.play(message.samples, message.sampleRate);
        break;
      case 'snapshot':
        this.#settle(message.id, message.blob);
        break;
      default:
        message satisfies never;
    }
  }

  #elementFor(track: 'video' | 'audio'): LiveElement<HTMLMediaElement> | undefined {
    if (track === 'video') return this.#video;
    const voice = this.#voice;
    if (voice === undefined) return undefined;
    if (this.#audioElement === undefined) {
      this.#audioElement = new LiveElement(new Audio(), () => this.mute());
      voice.playElement(this.#audioElement.element);
    }
    return this.#audioElement;
  }

  #tick(): void {
    this.#audioElement?.tick();
    if (this.#video === undefined) return;
    const seen = this.#video.tick();
    this.#send({ kind: 'shown', ...seen });
  }

  #settle(id: number, blob: Blob | undefined): void {
    this.#snapshots.get(id)?.(blob);
    this.#snapshots.delete(id);
  }

  #send(message: ToWorker, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }
}
