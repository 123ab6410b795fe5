// Sees the frames of one device both ways, and shows so many of them in a second.
import { type Edition, type Frame, readFrame } from '@outrider/jt808';
import type { Clock } from '../../kernel/clock.ts';
import type { TracedFrame, TraceSink } from '../traces.ts';
import { tracedFrame } from './traced-frame.ts';

const SECOND_MS = 1000;
/** Frames of one device that are shown in a second. A file in parts is more, and is counted. */
const MOST_IN_A_SECOND = 300;

export class FrameTap {
  readonly sinks = new Set<TraceSink>();
  readonly #clock: Clock;
  #secondStart = 0;
  #inSecond = 0;
  #lost = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  came(frame: Frame, edition: Edition): void {
    if (this.#hasRoom()) this.#show(frame, 'from-device', edition);
  }

  went(raw: Uint8Array, edition: Edition): void {
    if (!this.#hasRoom()) return;
    const frame = readFrame(raw);
    if (frame.kind === 'frame') this.#show(frame, 'to-device', edition);
    else
      this.#tell({
        ...unreadable,
        hex: Buffer.from(raw).toString('hex'),
        atMs: this.#clock.now(),
        fields: frame.error,
      });
  }

  #hasRoom(): boolean {
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#secondStart >= SECOND_MS) [this.#secondStart, this.#inSecond] = [nowMs, 0];
    this.#inSecond += 1;
    if (this.#inSecond <= MOST_IN_A_SECOND) return true;
    this.#lost += 1;
    return false;
  }

  #show(frame: Frame, way: TracedFrame['way'], edition: Edition): void {
    this.#tell(tracedFrame(frame, way, edition, this.#clock.now()));
  }

  #tell(traced: TracedFrame): void {
    const lost = this.#lost;
    this.#lost = 0;
    for (const sink of this.sinks) sink(traced, lost);
  }
}

/** What somebody wrote by hand may be no frame. */
const unreadable = { way: 'to-device', isPeer: false, isHeartbeat: false, id: 0, name: '', serial: 0 } as const;
