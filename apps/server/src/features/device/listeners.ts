// Topics of the bus to the directory of devices: links, positions, drivers, recordings, and what a list shows.
import type { Bus } from '../../kernel/bus.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { DayBook } from './day-book.ts';
import type { DayKeeper } from './day-keeper.ts';
import type { DeviceDirectory } from './directory.ts';
import type { LiveUpdates } from './live-updates.ts';

export type ListenersKit = {
  bus: Bus;
  directory: DeviceDirectory;
  days: DayBook;
  keeper: Pick<DayKeeper, 'countedTo'>;
  updates: LiveUpdates;
  clocks: ClockWatch;
};

/** Listens until the function it gives is called. */
export const listen = ({ bus, directory, days, keeper, updates, clocks }: ListenersKit): (() => void) => {
  const ends = [
    bus.subscribe('link.online', ({ deviceKey, linkId, remoteAddress, atMs }) =>
      directory.setLink(deviceKey, { id: linkId, address: remoteAddress }, atMs),
    ),
    bus.subscribe('link.offline', ({ deviceKey, linkId, atMs }) => {
      // The word of an older link, taken over meanwhile, does not count.
      if (directory.at(deviceKey)?.link?.id === linkId) directory.setLink(deviceKey, null, atMs);
    }),
    bus.subscribe('position.accepted', ({ deviceKey, position, current, impossible }) => {
      const device = directory.at(deviceKey);
      if (device === undefined) return; // gone while its report was on its way to the disk
      clocks.take(deviceKey, position);
      const usable = position.fixed && !impossible;
      if (usable) days.add(device, position);
      if (current && directory.setPosition(deviceKey, position, usable)) days.zoneChanged(device);
    }),
    bus.subscribe('positions.journaled', ({ journalId }) => keeper.countedTo(journalId)),
    bus.subscribe('device.zone', ({ deviceKey }) => {
      clocks.forget(deviceKey);
      const device = directory.at(deviceKey);
      if (device !== undefined) days.zoneChanged(device);
    }),
    bus.subscribe('device.edited', ({ deviceKey }) => {
      updates.edit(deviceKey);
      const device = directory.at(deviceKey);
      if (device !== undefined) days.zoneChanged(device);
    }),
    bus.subscribe('device.gone', ({ deviceKey }) => clocks.forget(deviceKey)),
    bus.subscribe('recording.changed', ({ deviceKey, recording, error = false, errors = 0 }) =>
      directory.setRecording(deviceKey, { recording, recordingFault: error, recordingErrors: errors }),
    ),
    bus.subscribe('driver.changed', ({ deviceKey, driver }) => {
      const device = directory.at(deviceKey);
      if (device === undefined) return;
      if (driver !== null && driver.licence !== device.driverLicense) days.newDriver(device);
      directory.setDriver(deviceKey, driver);
    }),
    bus.subscribe('device.changed', ({ deviceKey }) => updates.touch(deviceKey)),
    bus.subscribe('device.stranger', ({ deviceKey }) => updates.stranger(deviceKey)),
    bus.subscribe('devices.relisted', () => {
      directory.onRelisted();
      updates.relisted();
    }),
    bus.subscribe('sight.changed', ({ userIds, deviceKeys }) => {
      directory.onSightChanged(userIds, deviceKeys);
      updates.relisted(userIds);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
};
