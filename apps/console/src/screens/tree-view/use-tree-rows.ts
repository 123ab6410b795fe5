// The rows of the device tree, kept fresh: the devices of the filter, which of them are open, and the channels of those.
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useFilter } from '../../live/filter.ts';
import { useDeviceIds } from '../../live/hooks.ts';
import { devices } from '../../live/index.ts';
import { remembered } from '../../live/remembered.ts';
import { inOrder } from '../../parts/tiles/tile-rules.ts';
import { treeRows } from './tree-rows.ts';
import type { TreeRow } from './tree-rows.ts';

/** The channels of a device in the order set for it. */
export const orderedChannels = (deviceId: string): readonly number[] =>
  inOrder(devices.get(deviceId)?.chmask ?? [], devices.extra(deviceId)?.chsort ?? []);

type Branches = ReadonlyMap<string, readonly number[]>;

const sameBranches = (a: Branches, b: Branches): boolean =>
  a.size === b.size && [...a].every(([id, channels]) => channels.join(',') === b.get(id)?.join(','));

const subscribe = (tell: () => void): (() => void) => devices.subscribe(tell);

const useBranches = (open: ReadonlySet<string>): Branches => {
  const read = useMemo(
    () =>
      remembered(
        devices,
        () => new Map([...open].map((id): [string, readonly number[]] => [id, orderedChannels(id)])),
        sameBranches,
      ),
    [open],
  );
  return useSyncExternalStore(subscribe, read);
};

/** `fold` opens a device and closes an open one. */
export const useTreeRows = (
  mapOffered: boolean,
): { readonly rows: readonly TreeRow[]; readonly fold: (deviceId: string) => void } => {
  const ids = useDeviceIds(useFilter());
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const open = useBranches(openIds);
  const rows = useMemo(() => treeRows({ ids, open, mapOffered }), [ids, open, mapOffered]);
  const fold = (deviceId: string): void => {
    const next = new Set(openIds);
    if (!next.delete(deviceId)) next.add(deviceId);
    setOpenIds(next);
  };
  return { rows, fold };
};
