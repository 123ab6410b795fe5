// Which layout is looked at, and what can be done with layouts. The address names the one that is shown, so that two windows may show
// two; without a name in it the one used last.
import { useState } from 'react';
import { useStore } from 'zustand';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePreference } from '../../lib/preferences.ts';
import { useSession } from '../../live/session.ts';
import { layoutsOf } from './layout-store.ts';
import { created, deleted, layoutNamed, selected, withWraps } from './layouts.ts';
import type { Layouts } from './layouts.ts';
import type { Wrap } from './wraps.ts';

export type LayoutChoice = {
  readonly layouts: Layouts;
  /** The one on screen. */
  readonly name: string;
  readonly wraps: readonly Wrap[];
  /** False: this browser could not keep the last change. */
  readonly kept: boolean;
  /** Nobody has made or changed a layout here. */
  readonly untouched: boolean;
  readonly select: (name: string) => void;
  readonly create: (name: string, wraps?: readonly Wrap[]) => void;
  readonly remove: () => void;
  readonly setWraps: (wraps: readonly Wrap[]) => void;
};

const PARAMETER = 'layout';

export const useLayouts = (): LayoutChoice => {
  const user = useSession((s) => s.userName);
  const [serverIp] = usePreference('ServerIp');
  const store = layoutsOf(serverIp || globalThis.location.hostname, user);
  const { layouts, kept, untouched } = useStore(store.state);
  const [lastUsed] = useState(layouts.selected); // another tab's choice is not ours
  const [query, setQuery] = useAddressQuery();
  const { name, wraps } = layoutNamed(layouts, query.get(PARAMETER) ?? lastUsed);
  const change = (next: Layouts): void => {
    store.change(next);
    if (next.selected !== name) setQuery(() => new URLSearchParams({ [PARAMETER]: next.selected }));
  };
  return {
    layouts,
    name,
    wraps,
    kept,
    untouched,
    select: (wanted) => change(selected(layouts, wanted)),
    create: (wanted, first = []) => change(withWraps(created(layouts, wanted), wanted, first)),
    remove: () => change(deleted(layouts, name)),
    setWraps: (next) => change(withWraps(selected(layouts, name), name, next)),
  };
};
