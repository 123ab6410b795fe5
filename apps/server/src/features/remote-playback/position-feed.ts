// Follows one remote playback and tells where the vehicle was at its playing time. Reads the track in windows ahead of it; sockets and
// rights are position-socket.ts.
import type { RemotePosition, TrackPoint } from '@outrider/contract';
import type { Clock, Timer } from '../../kernel/clock.ts';
import { PLACE_LASTS_MS, placeAt } from './recorded-place.ts';
import type { PlayStatus } from './remote-play.ts';

export type PositionFeedKit = {
  clock: Clock;
  /** The drawn positions of the device, unix seconds, both ends included, oldest first. */
  track: (from: number, to: number) => Promise<readonly TrackPoint[]>;
  /** How the playback stands; undefined before it begins and when it is over. */
  status: () => PlayStatus | undefined;
  tell: (position: RemotePosition) => void;
  onError: (error: unknown) => void;
};

const TICK_MS = 500;
/** Read so far ahead at normal speed, and again when less than half of it is left. */
const AHEAD_MS = 120_000;
/** After a failure the track is not asked for at every tick. */
const PAUSE_MS = 5000;

type Window = { fromMs: number; toMs: number; points: readonly TrackPoint[] };

export class PositionFeed {
  private readonly kit: PositionFeedKit;
  private readonly ticking: Timer;
  private window: Window | null = null;
  private reading = false;
  private notBeforeMs = 0;
  /** What was told last, without its time. */
  private told = '';
  private closed = false;

  constructor(kit: PositionFeedKit) {
    this.kit = kit;
    this.ticking = kit.clock.every(TICK_MS, () => this.tick());
  }

  close(): void {
    this.closed = true;
    this.ticking.cancel();
  }

  private tick(): void {
    const status = this.kit.status();
    if (status === undefined) return;
    const { timeMs, speed, generation } = status;
    const aheadMs = AHEAD_MS * Math.max(1, speed);
    const { window } = this;
    const holds = window !== null && timeMs >= window.fromMs && timeMs <= window.toMs;
    if (!holds || timeMs + aheadMs / 2 > window.toMs) void this.read(timeMs, aheadMs);
    if (!holds) return;
    const place = placeAt(window.points, timeMs);
    const said = JSON.stringify([generation, place]);
    if (said === this.told) return;
    this.told = said;
    const time = Math.round(timeMs);
    this.kit.tell(place === null ? { known: false, time, generation } : { known: true, ...place, time, generation });
  }

  /** One at a time. Never rejects. */
  private async read(timeMs: number, aheadMs: number): Promise<void> {
    const nowMs = this.kit.clock.monotonic();
    if (this.reading || nowMs < this.notBeforeMs) return;
    this.reading = true;
    const toMs = timeMs + aheadMs;
    try {
      const points = await this.kit.track(Math.floor((timeMs - PLACE_LASTS_MS) / 1000), Math.ceil(toMs / 1000));
      this.window = { fromMs: timeMs, toMs, points };
      if (!this.closed) this.tick();
    } catch (error) {
      this.notBeforeMs = nowMs + PAUSE_MS;
      this.kit.onError(error);
    } finally {
      this.reading = false;
    }
  }
}
