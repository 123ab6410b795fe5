// The row type of the route table in screens/index.ts. Here, because every screen's index.ts writes one such row.
import type { Level, Requirement } from '@outrider/contract';
import type { ComponentType } from 'react';

/** What a path asks of who opens it. */
export type RouteGate = {
  /** React Router pattern, exact: '/liveview/:deviceId?'. */
  readonly path: string;
  /** English sentence; shown translated in the page's title and in menus. '' for a screen that brings its own title. */
  readonly title: string;
  /** What the user needs. Without it the gate sends to `/`, or to `otherwise` where the specification names another place. */
  readonly right: Requirement;
  /** The highest level that may open it; every level when left out. */
  readonly maxLevel?: Level;
  /** Only while the console talks to the server that it came from. */
  readonly ownHost?: true;
  readonly otherwise?: string;
  /** Where phones are sent instead, when the screen is not for them. */
  readonly onPhone?: string;
};

/** One screen. `load` is called when the route is first opened, so that a screen's code comes with it and not before. */
export type ScreenRoute = RouteGate & { readonly load: () => Promise<{ Screen: ComponentType }> };
