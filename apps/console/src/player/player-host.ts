// What a live and a recorded player have in common, as an object outside React: the worker and its restart after errors, the surface of
// the pictures, sound, snapshots, status and statistics. Not: what is played, which the player says in `open` and its own messages.
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { t } from '../lib/i18n.ts';
import type { Clock, Stop } from '../lib/time.ts';
import { pictureOf } from './media-element.ts';
import type { FedElement, Seen } from './media-element.ts';
import { firstStatus } from './messages.ts';
import type { FromPlayer, PlayerStatistics, PlayerStatus, StreamChoice, ToPlayer } from './messages.ts';
import { PendingSnapshots } from './pending-snapshots.ts';
import type { PlayerSurface } from './player-surface.ts';
import { RestartWaits } from './restart-waits.ts';
import { TileVoice } from './tile-voice.ts';
import { watchVisibility } from './visibility.ts';

export type HostKit = {
  readonly clock: Clock;
  /** What the status says until the worker knows better. */
  readonly stream: StreamChoice;
  readonly surface: PlayerSurface<FedElement<HTMLVideoElement>>;
  readonly makeWorker: () => Worker;
};

/** What the player does itself. `To`: its messages to the worker, `From`: those of the worker. */
export type HostEvents<To, From> = {
  /** A worker begins: its first message, with the canvas where there is one. */
  opening(drawing: { readonly canvas?: OffscreenCanvas }): To;
  /** Each message of the worker. What is none of the player's own it gives to `take`. */
  message(message: From): void;
  /** The worker failed and is gone; another one follows by itself. */
  failed?(): void;
};

/** Runs from `start()` until `close()`. */
export class PlayerHost<To, From> {
  readonly status: StoreApi<PlayerStatus>;
  readonly statistics = createStore<{ readonly value: PlayerStatistics | undefined }>(() => ({ value: undefined }));
  readonly voice = new TileVoice((message, transfer) => this.send(message, transfer));
  readonly #kit: HostKit;
  readonly #events: HostEvents<To, From>;
  readonly #snapshots: PendingSnapshots;
  readonly #restarts = new RestartWaits();
  readonly #stopWatching: Stop;
  #worker: Worker | undefined;
  #visible = true;
  #stopRestart: Stop = () => {};

  constructor(kit: HostKit, events: HostEvents<To, From>) {
    this.#kit = kit;
    this.#events = events;
    this.#snapshots = new PendingSnapshots(kit.clock);
    this.status = createStore<PlayerStatus>(() => firstStatus(kit.stream, kit.clock.now()));
    this.#stopWatching = watchVisibility(kit.surface.element, (visible) => {
      this.#visible = visible;
      this.send({ kind: 'visible', visible });
    });
  }

  /** Begins, or begins anew at once: new worker, new socket. */
  start(): void {
    this.#stop();
    const worker = this.#kit.makeWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<From>) => {
      if (this.#worker === worker) this.#events.message(data);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#failed(event.message);
    });
    this.#worker = worker;
    const canvas = this.#kit.surface.open(() => this.send({ kind: 'element-failed' }));
    if (canvas === undefined) this.send(this.#events.opening({}));
    else this.send(this.#events.opening({ canvas }), [canvas]);
    this.send({ kind: 'visible', visible: this.#visible });
    this.voice.renew();
  }

  send(message: To | ToPlayer, transfer: Transferable[] = []): void {
    this.#worker?.postMessage(message, transfer);
  }

  /** What the workers of all players say. */
  take(message: FromPlayer): void {
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
      case 'pcm':
        this.voice.play(message.samples, message.sampleRate);
        break;
      case 'snapshot':
        this.#snapshots.settle(message.id, message.blob);
        break;
      default:
        message satisfies never;
    }
  }

  /** A few times a second. `seen`: what the video element shows, where there is one. */
  tick(seen: Seen | undefined): void {
    this.voice.tick();
    if (seen !== undefined) this.send({ kind: 'shown', ...seen });
  }

  async snapshot(): Promise<Blob | undefined> {
    const { video } = this.#kit.surface;
    if (video !== undefined) return pictureOf(video.element);
    return this.#snapshots.ask((id) => this.send({ kind: 'snapshot', id }));
  }

  close(): void {
    this.#stopWatching();
    this.#stop();
    this.voice.close();
    this.#kit.surface.close();
  }

  #stop(): void {
    this.#stopRestart();
    this.send({ kind: 'close' });
    this.#worker = undefined;
    this.#kit.surface.clear();
    this.#snapshots.settleAll();
  }

  /** The specification: an error of the player stops its worker and resets the canvas. The page goes on; so does the tile, soon. */
  #failed(message: string): void {
    this.#worker?.terminate();
    this.#stop();
    const nowMs = this.#kit.clock.now();
    const waitMs = this.#restarts.failed(nowMs);
    this.status.setState({ phase: 'broken', message, sinceMs: nowMs, hasPicture: false, retryAtMs: nowMs + waitMs });
    this.#stopRestart = this.#kit.clock.after(waitMs, () => this.start());
    this.#events.failed?.();
  }

  #elementFor(track: 'video' | 'audio'): FedElement<HTMLMediaElement> | undefined {
    return track === 'video' ? this.#kit.surface.video : this.voice.element();
  }
}
