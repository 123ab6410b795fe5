// Files and small messages of devices for people, and which alarm each file belongs to. Part of app.ts.
import type { AlarmFiles } from '../features/alarm-files/index.ts';
import type { EventFeature } from '../features/event/index.ts';
import { serveFiles } from '../features/file-store/index.ts';
import type { Access } from '../kernel/access.ts';
import type { CallHandler } from '../kernel/http.ts';
import type { HttpServer } from '../kernel/http-server.ts';
import type { DeviceSide } from './device-side.ts';
import type { RoomKit } from './kit.ts';

type Around = Pick<DeviceSide, 'devices' | 'files' | 'messages'> & {
  access: Access;
  events: EventFeature;
  alarmFiles: AlarmFiles;
  http: Pick<HttpServer, 'app' | 'authenticate'>;
};

export const openKept = async (
  { base, roomLog, keep }: RoomKit,
  { access, devices, files, messages, events, alarmFiles, http }: Around,
): Promise<{ calls: CallHandler[]; metrics: () => Record<string, number> }> => {
  const idOf = (deviceKey: number): string | undefined => devices.clockOf(deviceKey)?.id;
  const serving = keep(
    await serveFiles({
      ...base,
      log: roomLog('file-store'),
      access,
      files,
      alarmsBetween: (...asked) => events.alarmsBetween(...asked),
      devices,
    }),
  );
  const eventFiles = alarmFiles.calls({ access, idOf, filesOf: (...asked) => serving.filesOf(...asked) });
  serving.addRoutes(http.app, (request) => http.authenticate(request));
  const metrics = () => ({ ...files.metrics(), ...messages.metrics(), ...serving.metrics() });
  return { calls: [...messages.calls, ...serving.calls, ...eventFiles], metrics };
};
