// Opens the room that says whether the server can do its work. Part of app.ts.
import {
  findTrouble,
  folderTrouble,
  type HealthFeature,
  healthFeature,
  type Trouble,
} from '../features/health/index.ts';
import type { RecordingFeature } from '../features/recording/index.ts';
import type { Web } from '../web.ts';
import type { RoomKit } from './kit.ts';

/** Why the server cannot do its work now, or null. */
const troubleOf = async ({ config, settings, folder }: RoomKit): Promise<Trouble | null> => {
  const gone = folder.trouble();
  return gone === null ? findTrouble(config.data, () => settings.probe()) : folderTrouble(gone);
};

export const openHealth = (kit: RoomKit, { http }: Web, recordings: RecordingFeature): HealthFeature =>
  kit.house.open(
    healthFeature({
      ...kit.room('health'),
      app: http.app,
      authenticate: (request) => http.authenticate(request),
      publicMetrics: kit.config.publicMetrics,
      metrics: () => kit.house.metrics(),
      trouble: () => troubleOf(kit),
      warning: () => recordings.trouble(),
    }),
  );
