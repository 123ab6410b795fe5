// The file of named places for offline reverse geocoding: columns of whole numbers and a list of names, packed. Written by
// tools/make-places.ts, read by the worker. Not: finding the nearest one.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** One place: degrees, its own name, and what it lies in, from small to large (county, province, country). */
export type Place = { lat: number; lng: number; name: string; within: readonly string[] };

/** What a file holds, by the number of the place. */
export type Places = {
  count: number;
  /** Degrees. */
  lat(index: number): number;
  lng(index: number): number;
  name(index: number): string;
  within(index: number): readonly string[];
};

const SCALE = 1e5;
const HEADER_BYTES = 8;
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Differences from the row before are small numbers: they pack to a third. */
const column = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeInt32LE(value - (values[i - 1] ?? 0), i * 4));
  return bytes;
};

/**
 * Layout before packing: u32 count, u32 bytes of the JSON list of surroundings, that list padded to 4, then columns of i32, each
 * as differences: latitude and longitude in 1/100000 degree, number of the surroundings. Then the names, one a line.
 */
export const encodePlaces = (places: readonly Place[]): Uint8Array => {
  const regions = new Map<string, number>();
  for (const { within } of places) {
    const key = JSON.stringify(within);
    if (!regions.has(key)) regions.set(key, regions.size);
  }
  const regionOf = ({ within }: Place): number => regions.get(JSON.stringify(within)) ?? 0;
  const sorted = places.toSorted((a, b) => regionOf(a) - regionOf(b) || a.lat - b.lat);
  const list = Buffer.from(`[${[...regions.keys()].join(',')}]`);
  const padded = Math.ceil(list.length / 4) * 4;
  const names = Buffer.from(sorted.map(({ name }) => name.replaceAll('\n', ' ')).join('\n'));
  const header = Buffer.alloc(HEADER_BYTES + padded, ' ');
  header.writeUInt32LE(sorted.length, 0);
  header.writeUInt32LE(padded, 4);
  list.copy(header, HEADER_BYTES);
  const columns = [
    column(sorted.map(({ lat }) => Math.round(lat * SCALE))),
    column(sorted.map(({ lng }) => Math.round(lng * SCALE))),
    column(sorted.map(regionOf)),
  ];
  const options = { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } };
  return brotliCompressSync(Buffer.concat([header, ...columns, names]), options);
};

const readRegions = (text: string): (readonly string[])[] => {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new Error('the file of places holds no list of surroundings');
  return list.map((region: unknown) => (Array.isArray(region) ? region.map(String) : []));
};

/** Reads a file. Throws when it is none. Names stay one buffer: 171,000 texts would take ten times the memory. */
export const decodePlaces = (packed: Uint8Array): Places => {
  const bytes = brotliDecompressSync(packed, { maxOutputLength: MAX_FILE_BYTES });
  const count = bytes.readUInt32LE(0);
  const regionBytes = bytes.readUInt32LE(4);
  const start = HEADER_BYTES + regionBytes;
  if (start + count * 12 > bytes.length) throw new Error('the file of places is cut short');
  const regions = readRegions(bytes.toString('utf8', HEADER_BYTES, start));
  const readColumn = (number: number): Int32Array => {
    const values = new Int32Array(count);
    let value = 0;
    for (let i = 0; i < count; i += 1) {
      value += bytes.readInt32LE(start + (number * count + i) * 4);
      values[i] = value;
    }
    return values;
  };
  const [lat, lng, region] = [readColumn(0), readColumn(1), readColumn(2)];
  const names = bytes.subarray(start + count * 12);
  const ends = new Uint32Array(count);
  let end = -1;
  for (let i = 0; i < count; i += 1) {
    const next = names.indexOf('\n', end + 1);
    end = next < 0 ? names.length : next;
    ends[i] = end;
  }
  return {
    count,
    lat: (i) => (lat[i] ?? 0) / SCALE,
    lng: (i) => (lng[i] ?? 0) / SCALE,
    name: (i) => names.toString('utf8', i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, ends[i]),
    within: (i) => regions[region[i] ?? -1] ?? [],
  };
};
