// Files and small messages of devices for people, and which alarm each file belongs to. Part of app.ts.
import type { AlarmFiles } from '../features/alarm-files/index.ts';
import type { EventFeature } from '../features/event/index.ts';
import { serveFiles } from '../features/file-store/index.ts';
import type { Access } from '../kernel/access/access.ts';
import type { HttpServer } from '../kernel/web/http-server.ts';
import type { DeviceSide } from './device-side.ts';
import type { RoomKit } from './kit.ts';

type Around = Pick<DeviceSide, 'devices' | 'files'> & {
  access: Access;
  events: EventFeature;
  alarmFiles: AlarmFiles;
  http: Pick<HttpServer, 'app' | 'authenticate'>;
};

export const openKept = async (
  { base, roomLog, house }: RoomKit,
  { access, devices, files, events, alarmFiles, http }: Around,
): Promise<void> => {
  const idOf = (deviceKey: number): string | undefined => devices.clockOf(deviceKey)?.id;
  const serving = house.open(
    await serveFiles({
      ...base,
      log: roomLog('file-store'),
      access,
      files,
      alarmsBetween: (...asked) => events.alarmsBetween(...asked),
      devices,
    }),
  );
  const filesOf: typeof serving.filesOf = (...asked) => serving.filesOf(...asked);
  house.open({ calls: alarmFiles.callsWith({ access, idOf, filesOf }) });
  serving.addRoutes(http.app, (request) => http.authenticate(request));
};
