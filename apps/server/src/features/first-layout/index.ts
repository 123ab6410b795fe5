// The layout of the tree view that browsers begin with in which nobody has made one: kept among the settings, given to each as far as he
// sees its devices. What it becomes in the browser is the console's matter.
import { firstLayout, getFirstLayout, type FirstLayout } from '@outrider/contract';
import type { Caller } from '../../kernel/access/access.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Settings } from '../settings/index.ts';

const SETTING = 'first-layout';
const NONE: FirstLayout = { name: '', tiles: [] };

type FirstLayoutKit = {
  settings: Pick<Settings, 'get'>;
  devices: {
    /** The registered devices a caller may see. */
    visible(caller: Caller): { id: string }[];
  };
};

export const firstLayoutFeature = ({ settings, devices }: FirstLayoutKit): { calls: CallHandler[] } => ({
  calls: [
    handle(getFirstLayout, async (caller) => {
      const { name, tiles } = settings.get(SETTING, firstLayout) ?? NONE;
      if (tiles.length === 0) return NONE;
      const seen = new Set(devices.visible(caller).map(({ id }) => id));
      return { name, tiles: tiles.filter(({ deviceid }) => seen.has(deviceid)) };
    }),
  ],
});

/** Null: browsers begin without tiles again. What they have taken over stays theirs. */
export const setFirstLayout = async (
  settings: Pick<Settings, 'set' | 'remove'>,
  layout: FirstLayout | null,
): Promise<void> => (layout === null ? settings.remove(SETTING) : settings.set(SETTING, firstLayout.parse(layout)));
