// The device tree as one flat list of rows, drawn only where they are seen. Pure.
import type { TreeNode } from '../../ui/tree-keys.ts';

export type TreeRow = TreeNode & { readonly deviceId: string } & (
    | { readonly kind: 'device'; readonly open: boolean }
    | { readonly kind: 'channel'; readonly channel: number }
    | { readonly kind: 'map' }
  );

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
    const at = { key: `${deviceId}/device`, level: 1, place: index + 1, of: ids.length };
    rows.push({ ...at, kind: 'device', deviceId, open: channels !== undefined });
    if (channels === undefined) continue;
    const of = channels.length + (mapOffered ? 1 : 0);
    for (const [i, channel] of channels.entries())
      rows.push({
        key: `${deviceId}/channel/${channel}`,
        level: 2,
        place: i + 1,
        of,
        kind: 'channel',
        deviceId,
        channel,
      });
    if (mapOffered) rows.push({ key: `${deviceId}/map`, level: 2, place: of, of, kind: 'map', deviceId });
  }
  return rows;
};
