// One hour of one device as a blob: columns in a fixed order. About 9 bytes a position; the whole hour is read or written at once.
// What has no column of its own is in item-columns.ts.
import { ByteSink, ByteSource, readColumn, writeColumn } from './column-codec.ts';
import { readItemColumns, readLooseItems, writeItems } from './item-columns.ts';
import { optionalFields, type StoredPosition } from './stored-position.ts';

/** Version 1 had no columns of items. */
const VERSION = 2;
const fixedFields = ['time', 'lat', 'lng', 'altitude', 'speed', 'heading', 'alarm', 'status', 'flags'] as const;

/** Positions must be in the order of time. */
export const encodeHour = (positions: readonly StoredPosition[]): Uint8Array => {
  const sink = new ByteSink();
  sink.u8(VERSION);
  sink.varint(positions.length);
  for (const field of fixedFields)
    writeColumn(
      positions.map((p) => p[field]),
      sink,
    );
  // Against the device time the receive time hardly ever moves.
  writeColumn(
    positions.map((p) => p.received - p.time),
    sink,
  );
  for (const field of optionalFields)
    writeOptional(
      positions.map((p) => p[field]),
      sink,
    );
  writeItems(
    positions.map((p) => p.items),
    sink,
  );
  return sink.view().slice();
};

type HourHead = { source: ByteSource; version: number; count: number };

const readHead = (blob: Uint8Array): HourHead => {
  const source = new ByteSource(blob);
  const version = source.u8();
  if (version !== 1 && version !== VERSION) throw new RangeError(`track of version ${version}`);
  const count = source.varint();
  if (count > 1_000_000) throw new RangeError('track too long');
  return { source, version, count };
};

/** How many positions an hour holds, without reading them. Throws like decodeHour. */
export const countIn = (blob: Uint8Array): number => readHead(blob).count;

/** When the newest report of an hour was received, unix seconds. Throws like decodeHour. */
export const newestReceipt = (blob: Uint8Array): number => {
  const { source, count } = readHead(blob);
  const [time = []] = fixedFields.map(() => readColumn(source, count));
  const delay = readColumn(source, count);
  return time.reduce((newest, at, i) => Math.max(newest, at + (delay[i] ?? 0)), 0);
};

/** What drawing a track needs of a position; steps as in StoredPosition. */
export type TrackPosition = Pick<StoredPosition, 'time' | 'lat' | 'lng' | 'speed' | 'heading' | 'flags'>;

/** The first columns of an hour only: half the work of decodeHour. Throws like it. */
export const decodeTrack = (blob: Uint8Array): TrackPosition[] => {
  const { source, count } = readHead(blob);
  const columns = fixedFields.map(() => readColumn(source, count));
  return Array.from({ length: count }, (_, i) => ({
    time: columns[0]?.[i] ?? 0,
    lat: columns[1]?.[i] ?? 0,
    lng: columns[2]?.[i] ?? 0,
    speed: columns[4]?.[i] ?? 0,
    heading: columns[5]?.[i] ?? 0,
    flags: columns[8]?.[i] ?? 0,
  }));
};

/** The columns that adding up a track needs; steps as in StoredPosition. */
export type SampleColumns = {
  readonly count: number;
  readonly time: readonly number[];
  readonly lat: readonly number[];
  readonly lng: readonly number[];
  readonly speed: readonly number[];
  readonly status: readonly number[];
  readonly flags: readonly number[];
  /** Receive time after device time, seconds. */
  readonly delay: readonly number[];
  /** Empty where no position has one. */
  readonly mileage: readonly (number | null)[];
};

/** A third of the work of decodeHour. Throws like it. */
export const decodeSamples = (blob: Uint8Array): SampleColumns => {
  const { source, count } = readHead(blob);
  const [time, lat, lng, , speed, , , status, flags] = fixedFields.map(() => readColumn(source, count));
  const delay = readColumn(source, count);
  const none: readonly number[] = [];
  return {
    count,
    time: time ?? none,
    lat: lat ?? none,
    lng: lng ?? none,
    speed: speed ?? none,
    status: status ?? none,
    flags: flags ?? none,
    delay,
    // The first of the optional columns.
    mileage: readOptional(source, count),
  };
};

/** Throws RangeError for a damaged blob or one of a later version. */
export const decodeHour = (blob: Uint8Array): StoredPosition[] => {
  const { source, version, count } = readHead(blob);
  const fixed = fixedFields.map(() => readColumn(source, count));
  const offsets = readColumn(source, count);
  const optional = optionalFields.map(() => readOptional(source, count));
  const positions = Array.from({ length: count }, (_, i) => build(fixed, offsets, optional, i));
  const found = (i: number, items: Uint8Array): void => {
    const position = positions[i];
    if (position !== undefined) position.items = items;
  };
  if (version > 1) readItemColumns(source, count, found);
  readLooseItems(source, found);
  return positions;
};

const none = new Uint8Array(0);

const build = (
  fixed: readonly number[][],
  offsets: readonly number[],
  optional: readonly (number | null)[][],
  i: number,
): StoredPosition => {
  const at = (column: number): number => fixed[column]?.[i] ?? 0;
  const maybe = (column: number): number | null => optional[column]?.[i] ?? null;
  const time = at(0);
  return {
    time,
    received: time + (offsets[i] ?? 0),
    lat: at(1),
    lng: at(2),
    altitude: at(3),
    speed: at(4),
    heading: at(5),
    alarm: at(6),
    status: at(7),
    flags: at(8),
    mileage: maybe(0),
    fuel: maybe(1),
    recorderSpeed: maybe(2),
    signal: maybe(3),
    satellites: maybe(4),
    temperature: maybe(5),
    voltage: maybe(6),
    videoAlarm: maybe(7),
    videoLoss: maybe(8),
    storageFault: maybe(9),
    items: none,
  };
};

/** 0: all absent, 1: all present, 2: a presence column and the present ones. */
const writeOptional = (values: readonly (number | null)[], sink: ByteSink): void => {
  const present = values.filter((v) => v !== null);
  if (present.length === 0) sink.u8(0);
  else if (present.length === values.length) {
    sink.u8(1);
    writeColumn(present, sink);
  } else {
    sink.u8(2);
    writeColumn(
      values.map((v) => (v === null ? 0 : 1)),
      sink,
    );
    writeColumn(present, sink);
  }
};

const readOptional = (source: ByteSource, count: number): (number | null)[] => {
  const kind = source.u8();
  if (kind === 0) return [];
  if (kind === 1) return readColumn(source, count);
  const present = readColumn(source, count);
  const values = readColumn(
    source,
    present.reduce((n, p) => n + p, 0),
  );
  let next = 0;
  return present.map((p) => {
    if (p === 0) return null;
    next += 1;
    return values[next - 1] ?? null;
  });
};
