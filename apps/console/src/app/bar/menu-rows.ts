// What the menus hold, as rows in reading order. Who is offered which of them is menu-entries.ts.
import type { Requirement } from '@outrider/contract';
import { deployment } from '../../lib/deployment.ts';
import { openOverlay } from '../../parts/overlay-store.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Viewer as GateViewer } from '../gate-rule.ts';

export type Viewer = GateViewer & { readonly userName: string; readonly phone: boolean };

/** An address of the console. `text` is an English key. */
export type ScreenEntry = {
  readonly to: string;
  readonly text: string;
  /** Where the icon of the menu would not do. */
  readonly icon?: IconName;
  /** What the menu asks beyond the gate of the address. */
  readonly when?: (viewer: Viewer) => boolean;
};
/** A modal. */
export type ActionEntry = {
  readonly text: string;
  readonly right: Requirement;
  readonly run: () => void;
  readonly when?: (viewer: Viewer) => boolean;
};
type Section = { readonly title?: string; readonly entries: readonly (ScreenEntry | ActionEntry)[] };
/** A menu of the bar, a plain link while it has one entry. */
export type Menu = {
  readonly icon: IconName;
  readonly text: string;
  /** It stays a menu also when only one entry is left: that entry's name would not say where it belongs. */
  readonly kept?: boolean;
  readonly sections: readonly Section[];
};

const forLevel =
  (highest: number) =>
  ({ level }: Viewer): boolean =>
    level <= highest;

/** In the order of the bar. */
export const barMenus: readonly Menu[] = [
  { icon: 'table', text: 'Dashboard', sections: [{ entries: [{ to: '/blockview', text: 'Dashboard' }] }] },
  { icon: 'map', text: 'Map', sections: [{ entries: [{ to: '/', text: 'Map' }] }] },
  {
    icon: 'live',
    text: 'Live view',
    sections: [
      {
        entries: [
          { to: '/liveview', text: 'Live view' },
          { to: '/treeview', text: 'Tree view', icon: 'tree' },
          { to: '/rendomliveview', text: 'Random live view' },
        ],
      },
    ],
  },
  { icon: 'track', text: 'GPS playback', sections: [{ entries: [{ to: '/gpsplayback', text: 'GPS playback' }] }] },
  {
    icon: 'playback',
    text: 'Playback',
    sections: [
      {
        entries: [
          { to: '/splayback', text: 'Video playback' },
          { to: '/remoteplayback', text: 'Remote playback' },
        ],
      },
    ],
  },
];

/** Events and reports, what is asked of devices, and the external pages behind it. */
export const otherMenu: Menu = {
  icon: 'other',
  text: 'Other',
  kept: true,
  sections: [
    {
      title: 'Events',
      entries: [
        { to: '/todayevents', text: "Today's events" },
        { to: '/queryeventex', text: 'Event query' },
        { to: '/eventreportsetting', text: 'Event report setting' },
        { to: '/reportfilelist', text: 'Report files' },
      ],
    },
    {
      title: 'Reports',
      entries: [
        { to: '/mileage', text: 'Mileage' },
        { to: '/devicenetflow', text: 'Device netflow' },
        { to: '/autoupload', text: 'Auto upload' },
      ],
    },
    {
      title: 'Devices',
      entries: [
        { text: 'Custom download', right: 'F_addcd', run: () => openOverlay({ kind: 'customEvent' }) },
        {
          text: 'Broadcast',
          right: 'F_talk',
          run: () => openOverlay({ kind: 'broadcast' }),
          when: ({ level }) => deployment.broadcast && level < 3,
        },
        { to: '/devicesetup', text: 'Remote device setting' },
        { to: '/driversetting', text: 'Driver setting' },
      ],
    },
  ],
};

/** These change the server that the page came from, and are offered on its own page only. */
export const systemMenu: Menu = {
  icon: 'server',
  text: 'System',
  kept: true,
  sections: [
    {
      title: 'Accounts',
      entries: [
        { to: '/usersetting', text: 'User setting' },
        { to: '/permission', text: 'Permission setting' },
        { to: '/groupsetting', text: 'Group setting' },
        { to: '/groupsummary', text: 'Group summary' },
        { to: '/facerecognitionsetting', text: 'Face recognition' },
      ],
    },
    {
      title: 'Devices',
      entries: [
        { to: '/regdevices', text: 'Local device settings' },
        { to: '/devicefirmwareupdate', text: 'Firmware update' },
        { to: '/connectrecorder', text: 'Connect a recorder' },
        { to: '/routeplanning', text: 'Route planning' },
        { to: '/fence', text: 'Fence' },
      ],
    },
    {
      title: 'Event definitions and plans',
      entries: [
        { to: '/eventdefinesetting', text: 'Event definitions' },
        { to: '/eventdownloadplansetting', text: 'Event download plan' },
        { to: '/pusheventplansetting', text: 'Push event plan', when: forLevel(0) },
        { to: '/realtimeeventplansetting', text: 'Realtime event plan', when: forLevel(0) },
      ],
    },
    {
      title: 'Information logs',
      entries: [
        { to: '/accesslog', text: 'Access log' },
        { to: '/uslog', text: 'User stream log', when: forLevel(0) },
        { to: '/talklog', text: 'Talk log', when: forLevel(0) },
        { to: '/diskinfo', text: 'Disk info' },
        { to: '/deviceusage', text: 'Device usage' },
        { to: '/devicemodelinfo', text: 'Device model info' },
        { to: '/performanceinfo', text: 'Performance info' },
      ],
    },
    {
      title: 'Console',
      entries: [
        {
          to: '/setting',
          text: 'System setting',
          when: ({ userName }) => userName === 'admin' || deployment.elseAdmin,
        },
        {
          text: 'External settings',
          right: 'admin',
          run: () => openOverlay({ kind: 'externalSettings' }),
          when: () => deployment.externalSettings,
        },
        { to: '/i18neditor', text: 'Translation editor' },
      ],
    },
  ],
};
