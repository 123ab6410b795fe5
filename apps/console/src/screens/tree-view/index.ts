// The tree view's row of the route table.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const treeView: ScreenRoute = {
  path: '/treeview',
  title: 'Tree view',
  right: 'P_tree',
  load: async () => ({ Screen: (await import('./tree-view-screen.tsx')).TreeViewScreen }),
};
