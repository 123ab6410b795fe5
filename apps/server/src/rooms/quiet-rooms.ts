// Rooms that only answer: places, camera movement, track statistics, what accounts are told of each other. Part of app.ts.
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { DeviceFeature, KeepsOfDevices } from '../features/device/index.ts';
import { geocodeFeature } from '../features/geocode/index.ts';
import type { PositionFeature } from '../features/position/index.ts';
import { ptzFeature } from '../features/ptz/index.ts';
import { reportPdfFeature } from '../features/report-pdf/index.ts';
import { trackStatisticsFeature } from '../features/track-statistics/index.ts';
import { type Users, userCommands } from '../features/user/index.ts';
import type { Gateway } from '../gateway/index.ts';
import type { Bus } from '../kernel/bus.ts';
import type { CommandHandler } from '../kernel/channel.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/db.ts';
import type { CallHandler } from '../kernel/http.ts';
import type { Log } from '../kernel/log.ts';
import type { HttpServer } from '../kernel/http-server.ts';

export type QuietRoom = { calls: CallHandler[]; commands: CommandHandler[]; metrics(): Record<string, number> };

export type QuietRoomsKit = {
  base: { db: Database; bus: Bus; clock: Clock };
  config: Config;
  roomLog: (room: string) => Log;
  accounts: { users: Users };
  devices: DeviceFeature;
  positions: PositionFeature;
  gateway: Gateway;
  http: Pick<HttpServer, 'app' | 'authenticate'>;
  keep: <R extends { close(): Promise<void> | void }>(room: R) => R;
};

const PLACES = join(import.meta.dirname, '../../assets/places.bin');

/** `keepers`: those of them that keep something of devices. */
export const openQuietRooms = async (
  kit: QuietRoomsKit,
): Promise<{ quiet: QuietRoom[]; keepers: readonly KeepsOfDevices[] }> => {
  const { base, config, roomLog, accounts, devices, positions, gateway, http, keep } = kit;
  const geocode = { clock: base.clock, log: roomLog('geocode'), options: config, placesFile: PLACES };
  const { links } = gateway;
  const ptz = { ...base, log: roomLog('ptz'), links, devices };
  const users = { calls: [], commands: userCommands(accounts.users), metrics: () => ({}) };
  const statistics = { ...base, log: roomLog('track-statistics'), devices, positions };
  const sums = keep(await trackStatisticsFeature(statistics));
  const reports = keep(await reportPdfFeature({ ...base, log: roomLog('report-pdf'), dataFolder: config.data }));
  reports.addRoutes(http.app, http.authenticate);
  const places = keep(geocodeFeature(geocode));
  const quiet = [{ ...places, commands: [] }, keep(ptzFeature(ptz)), sums, { ...reports, commands: [] }, users];
  return { quiet, keepers: [sums] };
};
