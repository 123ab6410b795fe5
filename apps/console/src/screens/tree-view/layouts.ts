// The named layouts of one user on one server: their rules, and how they are written down and read back. Pure; where the text is kept
// is layout-store.ts.
import { wrapId } from './wraps.ts';
import type { Wrap } from './wraps.ts';

export type Layout = { readonly name: string; readonly wraps: readonly Wrap[] };
export type Layouts = {
  /** The one used last. */
  readonly selected: string;
  /** 'default' is the first, always. */
  readonly all: readonly Layout[];
};

/** The layout that always exists. */
export const DEFAULT_LAYOUT = 'default';
export const MAX_NAME = 40;

const emptyLayout = (name: string): Layout => ({ name, wraps: [] });
export const noLayouts: Layouts = { selected: DEFAULT_LAYOUT, all: [emptyLayout(DEFAULT_LAYOUT)] };

/** A typed name as it is kept: no blanks around it, and one way to write each letter. */
export const tidyName = (typed: string): string => typed.trim().normalize('NFC');

/** Whether a layout of this name is there; capitals make no difference, people mix them up. */
export const isTaken = ({ all }: Layouts, name: string): boolean =>
  all.some((layout) => layout.name.toLowerCase() === tidyName(name).toLowerCase());

/** A layout of this name, or the default one. */
export const layoutNamed = ({ all }: Layouts, name: string): Layout =>
  all.find((layout) => layout.name === name) ?? all[0] ?? emptyLayout(DEFAULT_LAYOUT);

/** With a new layout without tiles, selected. */
export const created = (layouts: Layouts, name: string): Layouts => ({
  selected: name,
  all: [...layouts.all, emptyLayout(name)],
});

/** Without the layout; 'default' is selected then, and stays itself. */
export const deleted = (layouts: Layouts, name: string): Layouts => ({
  selected: DEFAULT_LAYOUT,
  all: layouts.all.filter((layout) => layout.name !== name || name === DEFAULT_LAYOUT),
});

export const selected = (layouts: Layouts, name: string): Layouts => ({ ...layouts, selected: name });

/** With other tiles in one layout. */
export const withWraps = (layouts: Layouts, name: string, wraps: readonly Wrap[]): Layouts => ({
  ...layouts,
  all: layouts.all.map((layout) => (layout.name === name ? { name, wraps } : layout)),
});

export const writeLayouts = (layouts: Layouts): string => JSON.stringify(layouts);

type Loose = { readonly [key: string]: unknown };
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

const readWrap = (value: unknown): Wrap | undefined => {
  if (!isLoose(value) || !isLoose(value.device)) return undefined;
  const { type, channel } = value;
  const { deviceid, chn_count, drivername, vehicleid } = value.device;
  if (!isText(deviceid) || deviceid === '' || !isCount(chn_count) || !isText(drivername) || !isText(vehicleid))
    return undefined;
  const device = { deviceid, chn_count, drivername, vehicleid };
  if (type === 'map') return { device, type, channel: 0 };
  return type === 'channel' && isCount(channel) && channel > 0 ? { device, type, channel } : undefined;
};

const readLayout = (value: unknown): Layout | undefined => {
  if (!isLoose(value) || !isText(value.name) || value.name === '' || !Array.isArray(value.wraps)) return undefined;
  const wraps = value.wraps.map(readWrap).filter((wrap) => wrap !== undefined);
  return { name: value.name, wraps: [...new Map(wraps.map((wrap) => [wrapId(wrap), wrap])).values()] };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // somebody else's, or cut short
  }
};

/** What was kept. Anything that is no layout is left out; nothing at all gives an empty 'default'. */
export const readLayouts = (text: string | undefined): Layouts => {
  const value = parse(text ?? '');
  if (!isLoose(value) || !Array.isArray(value.all)) return noLayouts;
  const known = value.all.map(readLayout).filter((layout) => layout !== undefined);
  const first = known.find(({ name }) => name === DEFAULT_LAYOUT) ?? emptyLayout(DEFAULT_LAYOUT);
  const all = [...new Map([first, ...known].map((layout) => [layout.name, layout])).values()];
  return { selected: isText(value.selected) ? value.selected : DEFAULT_LAYOUT, all };
};
