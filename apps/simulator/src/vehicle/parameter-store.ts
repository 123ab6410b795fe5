// The device parameters of one vehicle (section 11): defaults, what the platform set, and how the vehicle's own code reads them.
// Values stay the bytes they came as, so that what was set is what is answered.
import { makeParameter } from '@outrider/jt808';
import type { Parameter } from '@outrider/jt808';
import type { ResolvedOptions } from './options.ts';

/** Ids the vehicle itself obeys. */
export const PARAMETER = {
  heartbeatS: 0x0001,
  answerTimeoutS: 0x0002,
  retries: 0x0003,
  intervalAsleepS: 0x0027,
  intervalS: 0x0029,
  topSpeedKmh: 0x0055,
  overspeedS: 0x0056,
  continuousDrivingS: 0x0057,
} as const;

export class ParameterStore {
  private readonly factory: ReadonlyMap<number, Uint8Array>;
  private values: Map<number, Uint8Array>;

  constructor(factory: readonly Parameter[], saved: readonly Parameter[] = []) {
    this.factory = new Map(factory.map(({ id, raw }) => [id, raw]));
    this.values = new Map(this.factory);
    this.set(saved);
  }

  set(parameters: readonly Parameter[]): void {
    for (const { id, raw } of parameters) this.values.set(id, raw);
  }

  /** All, or those of `ids` that exist, in the order asked for. */
  list(ids?: readonly number[]): Parameter[] {
    const wanted = ids ?? [...this.values.keys()].toSorted((a, b) => a - b);
    return wanted.flatMap((id) => {
      const raw = this.values.get(id);
      return raw === undefined ? [] : [{ id, raw }];
    });
  }

  /** Those the platform changed. */
  changes(): Parameter[] {
    return this.list().filter(({ id }) => this.changed(id));
  }

  reset(): void {
    this.values = new Map(this.factory);
  }

  /** An unsigned number of 1, 2 or 4 bytes; `fallback` when it is missing or of another length. */
  number(id: number, fallback: number): number {
    const raw = this.values.get(id);
    if (raw === undefined || ![1, 2, 4].includes(raw.length)) return fallback;
    return raw.reduce((value, byte) => value * 256 + byte, 0);
  }

  /** True when the platform changed it. */
  changed(id: number): boolean {
    return this.values.get(id) !== this.factory.get(id);
  }
}

/** What a recorder of this kind leaves the factory with. */
export const factoryParameters = (options: ResolvedOptions): Parameter[] => {
  const rows: readonly (readonly [number, number | string])[] = [
    [PARAMETER.heartbeatS, Math.max(1, Math.round(options.heartbeatMs / 1000))],
    [PARAMETER.answerTimeoutS, Math.max(1, Math.round(options.answerTimeoutMs / 1000))],
    [PARAMETER.retries, 3],
    [0x0010, 'internet'],
    [0x0013, options.edition === '2019' ? `${options.host}:${options.port}` : options.host],
    [0x0018, options.transport === 'tcp' ? options.port : 0],
    [0x0019, options.transport === 'udp' ? options.port : 0],
    [0x0020, 0],
    [0x0021, 0],
    [PARAMETER.intervalAsleepS, Math.max(1, Math.round((options.intervalMs * 6) / 1000))],
    [0x0028, 5],
    [PARAMETER.intervalS, Math.max(1, Math.round(options.intervalMs / 1000))],
    [0x0030, 30],
    [0x0031, 300],
    [0x0040, '0000'],
    [0x0050, 0],
    [PARAMETER.topSpeedKmh, options.faults.speedLimitKmh ?? 85],
    [PARAMETER.overspeedS, 10],
    [PARAMETER.continuousDrivingS, 4 * 3600],
    [0x0058, 8 * 3600],
    [0x0059, 20 * 60],
    [0x005a, 12 * 3600],
    [0x0070, 3],
    [0x0071, 128],
    [0x0072, 64],
    [0x0073, 64],
    [0x0074, 128],
    [0x0080, 0],
    [0x0081, 0],
    [0x0082, 0],
    [0x0083, options.plate],
    [0x0084, 2],
    [0x0090, 3],
  ];
  return [...rows.map(([id, value]) => makeParameter(id, value)), ...videoParameters(options.channels)];
};

/** 0x0075 and 0x0076 of JT/T 1078, clause 4.3, as bytes: what `packages/jt1078` reads them as is its business. */
const videoParameters = (channels: number): Parameter[] => {
  const live = [0, 1, 0, 15, 15, 0, 0, 0, 200];
  const stored = [0, 3, 0, 15, 15, 0, 0, 2, 0];
  const list = [channels, 0, 0];
  for (let channel = 1; channel <= channels; channel += 1) list.push(channel, channel, 0, channel === 2 ? 1 : 0);
  return [
    { id: 0x0075, raw: Uint8Array.from([...live, ...stored, 0, 7, 1]) },
    { id: 0x0076, raw: Uint8Array.from(list) },
    { id: 0x0079, raw: Uint8Array.of(20, 5, 1) },
    { id: 0x007a, raw: Uint8Array.of(0, 0, 0, 0) },
  ];
};
