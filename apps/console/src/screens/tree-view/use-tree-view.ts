// The tree view's state and actions: the tiles of the layout, which of them the keys act on, and the limits of this user.
import { getFirstLayout } from '@outrider/contract';
import type { FirstLayout } from '@outrider/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCall } from '../../lib/calls.ts';
import { deployment } from '../../lib/deployment.ts';
import { t } from '../../lib/i18n.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { devices } from '../../live/index.ts';
import { mapEnabled, useSession } from '../../live/session.ts';
import { showToast } from '../../ui/toast.ts';
import { useLayouts } from './use-layouts.ts';
import type { LayoutChoice } from './use-layouts.ts';
import { orderedChannels } from './use-tree-rows.ts';
import { added, shownWraps, swapped, tileLimit, toggled, without, wrapId } from './wraps.ts';
import type { TileRules, Wrap } from './wraps.ts';

const LIMIT_SHOWN_MS = 1000;

export type TreeView = {
  readonly choice: LayoutChoice;
  /** The tiles on screen, in their order. */
  readonly wraps: readonly Wrap[];
  readonly mapOffered: boolean;
  /** Tiles with pictures that this user may have at once. */
  readonly limit: number;
  readonly shows: (deviceId: string, type: Wrap['type'], channel: number) => boolean;
  /** Adds a tile, or takes it away when it is there. */
  readonly toggle: (deviceId: string, type: Wrap['type'], channel: number) => void;
  /** Every channel of a device that has a place; when all are there, none. */
  readonly toggleDevice: (deviceId: string) => void;
  readonly remove: (id: string) => void;
  readonly swap: (one: string, other: string) => void;
  /** The tile that keys act on. */
  readonly active: string | undefined;
  readonly activate: (id: string) => void;
};

const wrapOf = (deviceId: string, type: Wrap['type'], channel: number): Wrap => {
  const { chn_count = 0, drivername = '', vehicleid = '' } = devices.get(deviceId) ?? {};
  return { device: { deviceid: deviceId, chn_count, drivername, vehicleid }, type, channel };
};

const channelWraps = (deviceId: string): readonly Wrap[] =>
  orderedChannels(deviceId).map((channel) => wrapOf(deviceId, 'channel', channel));

const tellLimit = (): void =>
  showToast('error', t('error'), t('max channels'), { shownMs: LIMIT_SHOWN_MS, place: 'top-right' });

const useTileRules = (): TileRules => {
  const level = useSession((s) => s.level);
  const mapOffered = useSession(mapEnabled);
  return { level, mapOffered, advancedTreeView: deployment.advancedTreeView };
};

/** Where nobody has made a layout here, the server's first one is taken over, as far as this user sees its devices. */
const useFirstLayout = ({ untouched, create }: LayoutChoice): void => {
  const wanted = useDevicesLoaded() && untouched;
  const { data } = useCall(getFirstLayout, {}, { enabled: wanted });
  const take = useEffectEvent(({ name, tiles }: FirstLayout) => {
    const wraps = tiles.map(({ deviceid, channel }) => wrapOf(deviceid, channel === 0 ? 'map' : 'channel', channel));
    if (wraps.length > 0) create(name, wraps);
  });
  useEffect(() => {
    if (wanted && data !== undefined) take(data);
  }, [wanted, data]);
};

export const useTreeView = (): TreeView => {
  const choice = useLayouts();
  useFirstLayout(choice);
  const rules = useTileRules();
  const [chosen, setChosen] = useState<string>();
  const wraps = shownWraps(choice.wraps, rules);
  const ids = new Set(wraps.map(wrapId));
  const take = ({ wraps: next, refused }: ReturnType<typeof added>): void => {
    if (next !== wraps) choice.setWraps(next);
    if (refused) tellLimit();
  };
  return {
    choice,
    wraps,
    mapOffered: rules.mapOffered,
    limit: tileLimit('channel', rules.level, rules.advancedTreeView),
    shows: (deviceId, type, channel) => ids.has(wrapId({ device: { deviceid: deviceId }, type, channel })),
    toggle: (deviceId, type, channel) => take(toggled(wraps, wrapOf(deviceId, type, channel), rules)),
    toggleDevice: (deviceId) => {
      const all = channelWraps(deviceId);
      const complete = all.every((wrap) => ids.has(wrapId(wrap)));
      if (complete) choice.setWraps(all.reduce((left, wrap) => without(left, wrapId(wrap)), wraps));
      else take(added(wraps, all, rules));
    },
    remove: (id) => choice.setWraps(without(wraps, id)),
    swap: (one, other) => choice.setWraps(swapped(wraps, one, other)),
    active: chosen !== undefined && ids.has(chosen) ? chosen : [...ids][0],
    activate: setChosen,
  };
};
