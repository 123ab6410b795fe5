// The mileage report's row of the route table.
import type { ScreenRoute } from '../../lib/screen-route.ts';

export const mileage: ScreenRoute = {
  path: '/mileage',
  title: 'Mileage',
  right: 'F_event',
  ownHost: true,
  load: async () => ({ Screen: (await import('./mileage-screen.tsx')).MileageScreen }),
};
