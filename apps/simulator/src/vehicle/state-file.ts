// What a vehicle remembers over a restart when it is given a file: its authentication code, what was set from outside, its areas, its
// firmware, its disk, its faces and its last texts.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fromHex, toHex } from '@outrider/jt808';
import type { Parameter } from '@outrider/jt808';
import type { DiskState } from '../media/disk-log.ts';
import type { OwnValue } from './own-values.ts';

/** A driver's face in a slot of the recorder; the photo as base64. */
export type Face = {
  readonly name: string;
  readonly idCard: string;
  readonly md5: string;
  readonly atMs: number;
  readonly photo: string;
};

/** As 0x0108 says it. */
export type UpgradeOutcome = { readonly type: number; readonly result: number };

export type SavedState = {
  readonly authCode: string | null;
  readonly parameters: readonly Parameter[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly own: Readonly<Record<string, OwnValue>>;
  /** By kind (1 circles … 4 routes) and id, as the bytes of their set message. */
  readonly areas: ReadonlyMap<number, ReadonlyMap<number, Uint8Array>>;
  readonly firmware: string;
  readonly upgradeResult: UpgradeOutcome | null;
  readonly disk: DiskState;
  readonly faces: Readonly<Record<string, Face>>;
  readonly texts: readonly string[];
};

const FACTORY_FIRMWARE = 'outrider-0.1.0';

type Hexes = Readonly<Record<string, string>>;

const EMPTY: SavedState = {
  authCode: null,
  parameters: [],
  settings: {},
  own: {},
  areas: new Map(),
  firmware: FACTORY_FIRMWARE,
  upgradeResult: null,
  disk: { emptiedMs: null, pauses: {} },
  faces: {},
  texts: [],
};

/** Empty when there is no file yet. Throws for a file that is no state of ours. */
export const loadState = (file: string | undefined): SavedState => {
  const text = file === undefined ? null : readIfThere(file);
  if (text === null) return EMPTY;
  const saved: Partial<Omit<SavedState, 'parameters' | 'areas'>> & {
    parameters?: Hexes;
    areas?: Record<string, Hexes>;
  } = JSON.parse(text);
  const areas = Object.entries(saved.areas ?? {}).map(
    ([kind, byId]) => [Number(kind), new Map(bytesOf(byId))] as const,
  );
  return {
    ...EMPTY,
    ...saved,
    parameters: bytesOf(saved.parameters ?? {}).map(([id, raw]) => ({ id, raw })),
    areas: new Map(areas),
  };
};

/** Written beside and renamed, so that a process that is ended leaves one of the two. */
export const saveState = (file: string | undefined, { parameters, areas, ...rest }: SavedState): void => {
  if (file === undefined) return;
  const text = JSON.stringify({
    ...rest,
    parameters: Object.fromEntries(parameters.map(({ id, raw }) => [id, toHex(raw)])),
    areas: Object.fromEntries([...areas].map(([kind, byId]) => [kind, hexesOf(byId)])),
  });
  writeFileSync(`${file}.new`, `${text}\n`);
  renameSync(`${file}.new`, file);
};

const bytesOf = (hexes: Hexes): [number, Uint8Array][] =>
  Object.entries(hexes).map(([id, hex]) => [Number(id), fromHex(hex)]);

const hexesOf = (byId: ReadonlyMap<number, Uint8Array>): Hexes =>
  Object.fromEntries([...byId].map(([id, bytes]) => [id, toHex(bytes)]));

const readIfThere = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};
