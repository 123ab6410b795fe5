// The device tree as one flat list of rows, drawn only where they are seen; and where keys lead in it. Pure.

export type TreeRow = { readonly deviceId: string } & (
  | { readonly kind: 'device'; readonly open: boolean }
  | { readonly kind: 'channel'; readonly channel: number }
  | { readonly kind: 'map' }
) & {
    /** Its place among its siblings, from 1, and how many they are. */
    readonly place: number;
    readonly of: number;
  };

/** What tells a row from all others, also after the list changed. */
export const rowKey = (row: TreeRow): string =>
  row.kind === 'channel' ? `${row.deviceId}/channel/${row.channel}` : `${row.deviceId}/${row.kind}`;

type Grove = {
  readonly ids: readonly string[];
  /** The open devices with their channels in order. */
  readonly open: ReadonlyMap<string, readonly number[]>;
  readonly mapOffered: boolean;
};

/** Devices in order, below each open one its channels and its map. */
export const treeRows = ({ ids, open, mapOffered }: Grove): readonly TreeRow[] => {
  const rows: TreeRow[] = [];
  for (const [index, deviceId] of ids.entries()) {
    const channels = open.get(deviceId);
    rows.push({ kind: 'device', deviceId, open: channels !== undefined, place: index + 1, of: ids.length });
    if (channels === undefined) continue;
    const of = channels.length + (mapOffered ? 1 : 0);
    for (const [i, channel] of channels.entries()) rows.push({ kind: 'channel', deviceId, channel, place: i + 1, of });
    if (mapOffered) rows.push({ kind: 'map', deviceId, place: of, of });
  }
  return rows;
};

/** What a key does in the tree. */
export type TreeStep =
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'fold'; readonly deviceId: string }
  | { readonly kind: 'act'; readonly row: TreeRow };

const PAGE = 10;

const parentOf = (rows: readonly TreeRow[], index: number): number => {
  let at = index;
  while (at > 0 && rows[at]?.kind !== 'device') at -= 1;
  return at;
};

const right = (rows: readonly TreeRow[], index: number): TreeStep | undefined => {
  const row = rows[index];
  if (row?.kind !== 'device') return undefined;
  if (!row.open) return { kind: 'fold', deviceId: row.deviceId };
  return rows[index + 1]?.deviceId === row.deviceId ? { kind: 'go', index: index + 1 } : undefined;
};

const left = (rows: readonly TreeRow[], index: number): TreeStep | undefined => {
  const row = rows[index];
  if (row === undefined) return undefined;
  if (row.kind !== 'device') return { kind: 'go', index: parentOf(rows, index) };
  return row.open ? { kind: 'fold', deviceId: row.deviceId } : undefined;
};

/** The step of a key, the usual keys of a tree; undefined for a key that means nothing here. */
export const stepOf = (key: string, rows: readonly TreeRow[], index: number): TreeStep | undefined => {
  const row = rows[index];
  if (row === undefined) return undefined;
  const go = (to: number): TreeStep => ({ kind: 'go', index: Math.max(0, Math.min(rows.length - 1, to)) });
  const steps: Record<string, () => TreeStep | undefined> = {
    ArrowDown: () => go(index + 1),
    ArrowUp: () => go(index - 1),
    PageDown: () => go(index + PAGE),
    PageUp: () => go(index - PAGE),
    Home: () => go(0),
    End: () => go(rows.length - 1),
    ArrowRight: () => right(rows, index),
    ArrowLeft: () => left(rows, index),
    Enter: () => ({ kind: 'act', row }),
    ' ': () => ({ kind: 'act', row }),
  };
  return steps[key]?.();
};
