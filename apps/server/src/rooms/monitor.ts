// Opens what the monitor pages ask. Part of app.ts.
import type { DownloadRule } from '@outrider/contract';
import type { DownloadPlans } from '../features/download-plan/index.ts';
import { monitorFeature } from '../features/monitor/index.ts';
import type { Media } from '../media/index.ts';
import type { DeviceSide } from './device-side.ts';
import type { RoomKit } from './kit.ts';

/** Of every event whose alarm announces files and that no plan is about. Code 0: any. */
const filesOfAlarms = (fetched: boolean): DownloadRule => ({
  deviceid: 'GLOBAL',
  appdevid: 0,
  downloadtype: fetched ? 1 : 2,
  mediatype: '6',
  downloadplan: 0,
  streamtype: 0,
  preoffset: null,
  postoffset: null,
  intermission: 0,
  entimepart: false,
  timepart: '',
  enupload: false,
  upload: '',
  accoffonly: false,
  maxbackupsecs: 0,
  snapshotmode: 0,
  custompat: 0,
});

export const openMonitor = (
  { bus, config, accounts: { groups }, house }: RoomKit,
  { devices, gateway, plans }: Pick<DeviceSide, 'devices' | 'gateway'> & { plans: Pick<DownloadPlans, 'rules'> },
  media: Media,
): void => {
  const nameOf = (id: number): string[] => groups.list().flatMap((group) => (group.id === id ? group.name : []));
  house.open(
    monitorFeature({
      bus,
      links: gateway.links,
      devices,
      groupsOf: (deviceKey) => groups.groupsOf(deviceKey).flatMap(nameOf),
      channelsOf: (deviceKey) => media.channelsOf(deviceKey),
      work: () => {
        const counted = house.metrics();
        const of = (name: string): number => counted[name] ?? 0;
        return {
          waiting: of('custom_events_waiting'),
          running: of('custom_events_fetching') + of('downloads_working'),
        };
      },
      downloads: () => [filesOfAlarms(config.alarmFiles), ...plans.rules()],
    }),
  );
};
