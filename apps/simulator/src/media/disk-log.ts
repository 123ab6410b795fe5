// What became of a recorder's disk: when it was emptied, and when which camera was not recorded. What there is otherwise is disk.ts.

/** Times of a camera that were not recorded, ms of the device's clock; the last may be open. */
export type Pause = { readonly fromMs: number; readonly untilMs: number | null };

export type DiskState = {
  readonly emptiedMs: number | null;
  /** By camera. */
  readonly pauses: Readonly<Record<string, readonly Pause[]>>;
};

export type Span = { readonly startMs: number; readonly endMs: number };

const MAX_PAUSES = 100;

export class DiskLog {
  private state: DiskState;

  constructor(saved: DiskState) {
    this.state = saved;
  }

  get saved(): DiskState {
    return this.state;
  }

  /** Everything up to now is gone. */
  empty(nowMs: number): void {
    const pauses = Object.entries(this.state.pauses).map(([channel, all]) => [
      channel,
      all.filter(({ untilMs }) => untilMs === null),
    ]);
    this.state = { emptiedMs: nowMs, pauses: Object.fromEntries(pauses) };
  }

  /** A camera is recorded from now on, or not. */
  record(channel: number, on: boolean, nowMs: number): void {
    const all = this.state.pauses[channel] ?? [];
    const last = all.at(-1);
    const open = last !== undefined && last.untilMs === null;
    if (open !== on) return;
    const next = on
      ? all.map((pause) => (pause === last ? { ...pause, untilMs: nowMs } : pause))
      : [...all, { fromMs: nowMs, untilMs: null }];
    this.state = { ...this.state, pauses: { ...this.state.pauses, [channel]: next.slice(-MAX_PAUSES) } };
  }

  /** The parts of a span that are there, in order. */
  pieces(channel: number, { startMs, endMs }: Span): Span[] {
    let left = [{ startMs: Math.max(startMs, this.state.emptiedMs ?? startMs), endMs }];
    for (const { fromMs, untilMs } of this.state.pauses[channel] ?? []) {
      left = left.flatMap((piece) => [
        { startMs: piece.startMs, endMs: Math.min(piece.endMs, fromMs) },
        { startMs: Math.max(piece.startMs, untilMs ?? Infinity), endMs: piece.endMs },
      ]);
    }
    return left.filter((piece) => piece.endMs > piece.startMs);
  }
}
