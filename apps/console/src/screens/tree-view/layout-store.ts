// Where layouts are kept: one text for each user of each server in this browser, and in memory when the browser keeps nothing.
// What they are is layouts.ts.
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { browserKeeper } from '../../lib/stored-text.ts';
import type { TextKeeper } from '../../lib/stored-text.ts';
import { readLayouts, writeLayouts } from './layouts.ts';
import type { Layouts } from './layouts.ts';

export type LayoutStore = {
  readonly state: StoreApi<{
    readonly layouts: Layouts;
    /** False: the browser refused to keep the last change, it holds until the page is left. */
    readonly kept: boolean;
    /** Nobody has made or changed a layout here. */
    readonly untouched: boolean;
  }>;
  readonly change: (next: Layouts) => void;
};

/** Server address and user may hold any letters; between them stands one that neither can hold once written so. */
const nameOf = (server: string, user: string): string =>
  `treeLayouts/${encodeURIComponent(server)}/${encodeURIComponent(user)}`;

const found = (text: string | undefined) => ({ layouts: readLayouts(text), kept: true, untouched: text === undefined });

/** The layouts of one user on one server. */
export const openLayouts = (keeper: TextKeeper, server: string, user: string): LayoutStore => {
  const name = nameOf(server, user);
  const state: LayoutStore['state'] = createStore(() => found(keeper.read(name)));
  keeper.onOtherTab(name, (text) => state.setState(found(text)));
  return {
    state,
    change: (layouts) => state.setState({ layouts, kept: keeper.write(name, writeLayouts(layouts)), untouched: false }),
  };
};

const opened = new Map<string, LayoutStore>();

/** The same store for the same user and server as long as the page lives. */
export const layoutsOf = (server: string, user: string): LayoutStore => {
  const name = nameOf(server, user);
  const store = opened.get(name) ?? openLayouts(browserKeeper, server, user);
  opened.set(name, store);
  return store;
};
