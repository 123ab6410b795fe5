// What a live and a recorded player have in common, as an object outside React: the worker and its restart after errors, the surface of
// the pictures, sound, snapshots, status and statistics. Not: what is played, which the player says in `open` and its own messages.
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { deployment } from '../lib/deployment.ts';
import { t } from '../lib/i18n.ts';
import type { Clock, Stop } from '../lib/time.ts';
import { decodingBudget } from './decoding-budget.ts';
import { canFeed, pictureOf } from './media-element.ts';
import type { FedElement, Seen } from './media-element.ts';
import { firstStatus } from './messages.ts';
import type { Drawing, FromPlayer, PlayerStatistics, PlayerStatus, StreamChoice, ToPlayer } from './messages.ts';
import { PendingSnapshots } from './pending-snapshots.ts';
import type { PlayerSurface } from './player-surface.ts';
import { RestartWaits } from './restart-waits.ts';
import { TileVoice } from './tile-voice.ts';
import { watchVisibility } from './visibility.ts';

/** A worker that says nothing for so long hangs: each says something every second. */
const HUNG_AFTER_MS = 8000;
/** A worker that is asked to close closes itself; one that hangs never reads it, and is ended after so long. */
const CLOSE_WITHIN_MS = 1000;
/** Between two looks no more counts: a machine that slept makes no worker hang. */
const MOST_BETWEEN_MS = 500;

export type HostKit = {
  readonly clock: Clock;
  /** What the status says until the worker knows better. */
  readonly stream: StreamChoice;
  readonly surface: PlayerSurface<FedElement<HTMLVideoElement>>;
  readonly makeWorker: () => Worker;
};

/** What the player does itself. `To`: its messages to the worker, `From`: those of the worker. */
export type HostEvents<To, From> = {
  /** A worker begins: its first message, with where and how to draw. */
  opening(drawing: Drawing): To;
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
  readonly #share = decodingBudget.join((allowance) => this.send({ kind: 'allow', allowance }));
  readonly #restarts = new RestartWaits();
  readonly #stopWatching: Stop;
  #worker: Worker | undefined;
  #visible = true;
  #stopRestart: Stop = () => {};
  /** How long the worker has been silent; undefined before its first word. */
  #silentMs: number | undefined;
  #lookedMs = 0;

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

  /** Begins, or begins again at once: new worker, new socket. */
  start(): void {
    this.#stop();
    const worker = this.#kit.makeWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<From>) => {
      if (this.#worker !== worker) return;
      this.#silentMs = 0;
      this.#events.message(data);
    });
    worker.addEventListener('error', (event: Event) => {
      event.preventDefault();
      // A worker whose script could not be fetched fails without a word.
      if (this.#worker === worker) this.#failed('message' in event ? String(event.message) : '');
    });
    this.#worker = worker;
    const canvas = this.#kit.surface.open(this.#elementFailed);
    const drawing = { softwareHevc: deployment.softwareHevc, pageFeeds: canFeed() };
    if (canvas === undefined) this.send(this.#events.opening(drawing));
    else this.send(this.#events.opening({ ...drawing, canvas }), [canvas]);
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
      case 'software':
        this.#share.report(message.load);
        break;
      case 'surface':
        this.#showOn(message);
        break;
      case 'media':
        this.#elementFor(message.track)?.attach(message.handle);
        break;
      case 'segments-begin':
        this.#elementFor(message.track)?.begin(message.mimeType, message.fresh);
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
    this.#lookForLife();
    this.voice.tick();
    if (seen !== undefined) this.send({ kind: 'shown', ...seen });
  }

  /** The chosen tile gets its pictures decoded before others. */
  favour(favoured: boolean): void {
    this.#share.favour(favoured);
  }

  async snapshot(): Promise<Blob | undefined> {
    const { video } = this.#kit.surface;
    if (video !== undefined) return pictureOf(video.element);
    return this.#snapshots.ask((id) => this.send({ kind: 'snapshot', id }));
  }

  close(): void {
    this.#stopWatching();
    this.#stop();
    this.#share.leave();
    this.voice.close();
    this.#kit.surface.close();
  }

  /** Broken data may keep a decoder busy for ever: then its worker is ended, and another begins. */
  #lookForLife(): void {
    const nowMs = this.#kit.clock.now();
    const passedMs = Math.min(MOST_BETWEEN_MS, Math.max(0, nowMs - this.#lookedMs));
    this.#lookedMs = nowMs;
    if (this.#silentMs === undefined) return;
    this.#silentMs += passedMs;
    if (this.#silentMs > HUNG_AFTER_MS) this.#failed(t('The video data cannot be decoded'));
  }

  readonly #elementFailed = (): void => this.send({ kind: 'element-failed' });

  #showOn(wanted: Extract<FromPlayer, { kind: 'surface' }>): void {
    if (wanted.of === 'video') this.#kit.surface.openVideo(this.#elementFailed);
    else {
      const canvas = this.#kit.surface.openCanvas();
      this.send({ kind: 'canvas', canvas, id: wanted.id }, [canvas]);
    }
  }

  #stop(): void {
    this.#stopRestart();
    this.#closeWorker();
    this.#silentMs = undefined;
    this.#share.report(undefined);
    this.#kit.surface.clear();
    this.#snapshots.settleAll();
  }

  #closeWorker(): void {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.send({ kind: 'close' });
    this.#worker = undefined;
    this.#kit.clock.after(CLOSE_WITHIN_MS, () => worker.terminate());
  }

  /** The specification: an error of the player stops its worker and resets the canvas. The page goes on; so does the tile, soon. */
  #failed(message: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
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
