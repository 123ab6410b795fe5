// Every path of the console with its gate: screens first, then the documented paths that have none yet.
import { matchPath } from 'react-router';
import type { RouteGate } from '../../lib/screen-route.ts';
import { screens } from '../../screens/index.ts';
import { comingRoutes } from './coming.ts';

const hasScreen = (path: string): boolean => screens.some((screen) => screen.path === path);

/** The documented paths whose screen is not there yet. */
export const missingRoutes: readonly RouteGate[] = comingRoutes.filter(({ path }) => !hasScreen(path));

const gates: readonly RouteGate[] = [...screens, ...missingRoutes];

/** The row of an address; undefined for one that is no path of the console. */
export const gateOf = (address: string): RouteGate | undefined =>
  gates.find(({ path }) => matchPath(path, address) !== null);

/** Whether the address leads to a line that says its screen is not there yet. */
export const isMissing = (address: string): boolean =>
  missingRoutes.some(({ path }) => matchPath(path, address) !== null);
