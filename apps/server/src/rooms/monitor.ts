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

type Counted = { metrics(): Record<string, number> };
type Watched = Pick<DeviceSide, 'devices' | 'gateway'> & {
  plans: Pick<DownloadPlans, 'rules'>;
  media: Media;
  customEvents: Counted;
  downloads: Counted;
};

export const openMonitor = (
  { bus, config, accounts: { groups }, house }: RoomKit,
  { devices, gateway, plans, media, customEvents, downloads }: Watched,
): void => {
  house.open(
    monitorFeature({
      bus,
      links: gateway.links,
      devices,
      groups: () => {
        const names = new Map(groups.list().map(({ id, name }) => [id, name]));
        return (deviceKey) => groups.groupsOf(deviceKey).flatMap((id) => names.get(id) ?? []);
      },
      channels: () => media.channels(),
      work: () => {
        const { custom_events_waiting: waiting = 0, custom_events_fetching: fetching = 0 } = customEvents.metrics();
        const { downloads_working: making = 0 } = downloads.metrics();
        return { waiting, running: fetching + making };
      },
      downloads: () => [filesOfAlarms(config.alarmFiles), ...plans.rules()],
    }),
  );
};
