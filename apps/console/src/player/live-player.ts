// One live channel as an object outside React. Its worker, sound and surface are in player-host.ts; here is what only live pictures
// have: the choice of the stream, and a video element that is kept near the newest picture. Frames never pass this thread.
import type { Clock, Stop } from '../lib/time.ts';
import { LiveElement } from './media-element.ts';
import type { FromWorker, StreamChoice, ToWorker } from './messages.ts';
import { PlayerHost } from './player-host.ts';
import { PlayerSurface } from './player-surface.ts';
import type { TilePlayer } from './tile-player.ts';
import type { TileVoice } from './tile-voice.ts';

/** The specification's layout check; also how often a video element is kept near the newest picture. */
const LAYOUT_MS = 200;
export type LivePlayerOptions = {
  readonly clock: Clock;
  /** From streamAddresses. */
  readonly addresses: readonly string[];
  /** Left out: the one that is set for the channel. */
  readonly stream?: StreamChoice | undefined;
};

const makeWorker = (): Worker => new Worker(new URL('./player.worker.ts', import.meta.url), { type: 'module' });

/** Plays one channel from construction until `close()`. Put `element` into the page. */
export class LivePlayer implements TilePlayer {
  readonly element: HTMLElement;
  readonly status: TilePlayer['status'];
  readonly statistics: TilePlayer['statistics'];
  readonly voice: TileVoice;
  readonly #surface = new PlayerSurface((video, onFailed) => new LiveElement(video, onFailed));
  readonly #host: PlayerHost<ToWorker, FromWorker>;
  readonly #stopTicking: Stop;
  #stream: StreamChoice | undefined;

  constructor({ clock, addresses, stream }: LivePlayerOptions) {
    this.#stream = stream;
    const surface = this.#surface;
    this.#host = new PlayerHost<ToWorker, FromWorker>(
      { clock, stream: stream ?? 'sub', surface, makeWorker },
      {
        opening: (drawing) => ({ kind: 'open', addresses, stream: this.#stream, ...drawing }),
        message: (message) => this.#take(message),
      },
    );
    this.element = surface.element;
    this.status = this.#host.status;
    this.statistics = this.#host.statistics;
    this.voice = this.#host.voice;
    this.#stopTicking = clock.every(LAYOUT_MS, () => this.#host.tick(surface.video?.tick()));
    this.#host.start();
  }

  /** The stream that was asked for; undefined: the one that is set for the channel. */
  get stream(): StreamChoice | undefined {
    return this.#stream;
  }

  choose(stream: StreamChoice): void {
    this.#stream = stream;
    this.#host.send({ kind: 'choose', stream });
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
    this.#stopTicking();
    this.#host.close();
  }

  #take(message: FromWorker): void {
    if (message.kind === 'jump') this.#surface.video?.jump();
    else this.#host.take(message);
  }
}
