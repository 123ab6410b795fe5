// The tiles of a layout as a list of wraps: adding, taking away, swapping, and how many a level may have. Pure.

/** One tile of a layout, as it is stored: enough of the device to name it before the fleet is loaded. */
export type Wrap = {
  readonly device: {
    readonly deviceid: string;
    readonly chn_count: number;
    readonly drivername: string;
    readonly vehicleid: string;
  };
  readonly type: 'channel' | 'map';
  /** 0 for a map. */
  readonly channel: number;
};

/** At most so many tiles stand in the grid, of whatever type. */
export const MAX_TILES = 12;
const channelLimits = [12, 6, 1] as const;
const mapLimits = [12, 12, 6] as const;

/** How many tiles of a type a level may have. Without the advanced tree view everyone has twelve. */
export const tileLimit = (type: Wrap['type'], level: number, advancedTreeView: boolean): number => {
  if (!advancedTreeView) return MAX_TILES;
  return (type === 'map' ? mapLimits : channelLimits)[level] ?? 0;
};

/** Who looks: what the limits depend on, and whether there is a map at all. */
export type TileRules = { readonly level: number; readonly advancedTreeView: boolean; readonly mapOffered: boolean };

/** The name of a tile within its layout: no device and channel stands there twice. */
export const wrapId = ({ device, type, channel }: Pick<Wrap, 'type' | 'channel'> & { device: { deviceid: string } }) =>
  `${device.deviceid}/${type}/${channel}`;

const has = (wraps: readonly Wrap[], id: string): boolean => wraps.some((wrap) => wrapId(wrap) === id);

/** Whether one more tile of the type has a place. */
const fits = (wraps: readonly Wrap[], type: Wrap['type'], { level, advancedTreeView }: TileRules): boolean =>
  wraps.length < MAX_TILES &&
  wraps.filter((wrap) => wrap.type === type).length < tileLimit(type, level, advancedTreeView);

/** The tiles with as many of `more` behind them as fit, and whether one was refused. Those already there stay where they are. */
export const added = (
  wraps: readonly Wrap[],
  more: readonly Wrap[],
  rules: TileRules,
): { readonly wraps: readonly Wrap[]; readonly refused: boolean } => {
  let next = wraps;
  let refused = false;
  for (const wrap of more) {
    if (has(next, wrapId(wrap))) continue;
    if (fits(next, wrap.type, rules)) next = [...next, wrap];
    else refused = true;
  }
  return { wraps: next, refused };
};

export const without = (wraps: readonly Wrap[], id: string): readonly Wrap[] =>
  wraps.filter((wrap) => wrapId(wrap) !== id);

/** Adds a tile that is not there, takes away one that is. */
export const toggled = (wraps: readonly Wrap[], wrap: Wrap, rules: TileRules): ReturnType<typeof added> =>
  has(wraps, wrapId(wrap)) ? { wraps: without(wraps, wrapId(wrap)), refused: false } : added(wraps, [wrap], rules);

/** Two tiles change places; the others stay. An unknown name changes nothing. */
export const swapped = (wraps: readonly Wrap[], one: string, other: string): readonly Wrap[] => {
  const a = wraps.find((wrap) => wrapId(wrap) === one);
  const b = wraps.find((wrap) => wrapId(wrap) === other);
  if (a === undefined || b === undefined) return wraps;
  const place = (wrap: Wrap): Wrap => {
    if (wrap === a) return b;
    return wrap === b ? a : wrap;
  };
  return wraps.map(place);
};

/** What of a stored layout is shown: rights may have shrunk since, and there are no maps where there is no map. */
export const shownWraps = (stored: readonly Wrap[], rules: TileRules): readonly Wrap[] => {
  const drawable = stored.filter(({ type }) => type === 'channel' || rules.mapOffered);
  return added([], drawable, rules).wraps;
};
