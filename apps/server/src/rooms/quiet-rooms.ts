// Rooms that only answer: places, camera movement, track statistics, what accounts are told of each other. Part of app.ts.
import { join } from 'node:path';
import { geocodeFeature } from '../features/geocode/index.ts';
import { ptzFeature } from '../features/ptz/index.ts';
import { reportPdfFeature } from '../features/report-pdf/index.ts';
import { trackStatisticsFeature } from '../features/track-statistics/index.ts';
import { userCommands } from '../features/user/index.ts';
import type { HttpServer } from '../kernel/web/http-server.ts';
import type { DeviceSide } from './device-side.ts';
import type { RoomKit } from './kit.ts';

type Around = Pick<DeviceSide, 'devices' | 'positions' | 'gateway'> & {
  http: Pick<HttpServer, 'app' | 'authenticate'>;
};

const PLACES = join(import.meta.dirname, '../../assets/places.bin');

export const openQuietRooms = async (kit: RoomKit, { devices, positions, gateway, http }: Around): Promise<void> => {
  const { base, config, roomLog, accounts, house } = kit;
  const { links } = gateway;
  house.open({ commands: userCommands(accounts.users) });
  house.open(await trackStatisticsFeature({ ...base, log: roomLog('track-statistics'), devices, positions }));
  const reports = house.open(await reportPdfFeature({ ...base, log: roomLog('report-pdf'), dataFolder: config.data }));
  reports.addRoutes(http.app, http.authenticate);
  house.open(geocodeFeature({ clock: base.clock, log: roomLog('geocode'), options: config, placesFile: PLACES }));
  house.open(ptzFeature({ ...base, log: roomLog('ptz'), links, devices }));
};
