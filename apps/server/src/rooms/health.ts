// Opens the room that says whether the server can do its work. Part of app.ts.
import {
  findTrouble,
  folderTrouble,
  type HealthFeature,
  healthFeature,
  type Trouble,
} from '../features/health/index.ts';
import type { Web } from '../web.ts';
import type { RoomKit } from './kit.ts';

/** Why the server cannot do its work now, or null. */
const troubleOf = async ({ config, settings, late }: RoomKit): Promise<Trouble | null> => {
  const folder = late.folder?.trouble() ?? null;
  return folder === null ? findTrouble(config.data, () => settings.probe()) : folderTrouble(folder);
};

export const addHealth = (kit: RoomKit, { http }: Web): HealthFeature =>
  kit.house.open(
    healthFeature({
      app: http.app,
      authenticate: (request) => http.authenticate(request),
      publicMetrics: kit.config.publicMetrics,
      metrics: () => kit.house.metrics(),
      clock: kit.base.clock,
      log: kit.roomLog('health'),
      trouble: () => troubleOf(kit),
      warning: () => kit.late.recordings?.trouble() ?? null,
    }),
  );
