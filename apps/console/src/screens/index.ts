// The route table: one row a screen, in the order of the menus. A screen's own index.ts holds its row.
import type { ScreenRoute } from '../lib/screen-route.ts';

export const screens: readonly ScreenRoute[] = [];
