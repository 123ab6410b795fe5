// What reports are made of: the records of other rooms, as far as tables need them.
import type { MileageRow } from '@outrider/contract';

export type ReportDevice = { key: number; id: string; driver: string; vehicleId: string; plate: string };
export type ReportEvent = {
  deviceKey: number;
  code: number;
  /** What device or server said of it. */
  note: string;
  memo: string;
  deviceMs: number;
  /** When it counts as having happened: by the device's clock, where that can be right. */
  momentMs: number;
  lat: number | null;
  lng: number | null;
  speedKmh: number;
};

/** Moments in UTC ms, the second one not included. */
export type Span = { fromMs: number; toMs: number };

export type ReportSources = {
  /** Events of these devices in the order of their time, some at a time. `codes` undefined: all. */
  events: (
    asked: Span & { deviceKeys: readonly number[]; codes: readonly number[] | undefined },
  ) => AsyncIterable<readonly ReportEvent[]>;
  /** What events are called as of now. */
  said: (deviceKey: number, code: number) => { name: string; notifyText: string };
  /** For which share of the span, 0 to 1, the link of each of these devices stood. */
  usage: (deviceKeys: readonly number[], span: Span) => Promise<ReadonlyMap<number, number>>;
  /** What the tracks of these devices add up to, as the mileage report has it. */
  sums: (devices: readonly { key: number; id: string }[], span: Span) => Promise<MileageRow[]>;
};

/** What one file is made of. */
export type Asked = Span & {
  type: string;
  events: string;
  imperial: boolean;
  zoneSeconds: number;
  /** By id. */
  devices: readonly ReportDevice[];
  /** Rejects when the work is given up. */
  signal: AbortSignal;
};
