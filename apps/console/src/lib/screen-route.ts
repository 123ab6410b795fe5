// The row type of the route table in screens/index.ts. Here, because every screen's index.ts writes one such row.
import type { Requirement } from '@outrider/contract';
import type { ComponentType } from 'react';

/** One screen. `load` is called when the route is first opened, so that a screen's code comes with it and not before. */
export type ScreenRoute = {
  /** React Router pattern, exact: '/liveview/:deviceId?'. */
  readonly path: string;
  /** English sentence; shown translated in the page's title and in menus. */
  readonly title: string;
  /** What the user needs. Without it the gate sends to `/`, or to `otherwise` where the specification names another place. */
  readonly right: Requirement;
  readonly otherwise?: string;
  /** Where phones are sent instead, when the screen is not for them. */
  readonly onPhone?: string;
  readonly load: () => Promise<{ Screen: ComponentType }>;
};
