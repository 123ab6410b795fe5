// The route table: every path of the console and every entry of its menus, one row each, in the order of the menus. Types are
// in route.ts; who is let in is app/gate-rule.ts.
import { matchPath } from 'react-router';
import { deployment } from '../lib/deployment.ts';
import { openOverlay } from '../parts/overlay-store.ts';
import { deviceInAddress } from './device-in-address.ts';
import type { MenuRow, Route, Screen, Viewer } from './route.ts';

/** With the vehicle that is looked at. */
const openCustomEvent = (): void => {
  const id = deviceInAddress(globalThis.location);
  openOverlay({ kind: 'customEvent', ...(id !== undefined && { deviceIds: [id] }) });
};

/** To the vehicle that is looked at. */
const openBroadcast = (): void => {
  const id = deviceInAddress(globalThis.location);
  openOverlay({ kind: 'broadcast', ...(id !== undefined && { deviceIds: [id] }) });
};

const forAdministrators = ({ level }: Viewer): boolean => level === 0;

/** The menus of the bar, in its order. */
export const menus: readonly MenuRow[] = [
  { name: 'Dashboard', icon: 'table' },
  { name: 'Map', icon: 'map' },
  { name: 'Live view', icon: 'live' },
  { name: 'GPS playback', icon: 'track' },
  { name: 'Playback', icon: 'playback' },
  // Events and reports, what is asked of devices, and the external pages behind it.
  { name: 'Other', icon: 'other', kept: true },
  // What changes the server that the page came from: on its own page only.
  { name: 'System', icon: 'server', kept: true, ownHost: true },
];

// Sections of menus, in their order.
const events = { of: 'Other', section: 'Events' };
const reports = { of: 'Other', section: 'Reports' };
const asked = { of: 'Other', section: 'Devices' };
const accounts = { of: 'System', section: 'Accounts' };
const recorders = { of: 'System', section: 'Devices' };
const plans = { of: 'System', section: 'Event definitions and plans' };
const logs = { of: 'System', section: 'Information logs' };
const ofConsole = { of: 'System', section: 'Console' };

export const routes: readonly Route[] = [
  {
    path: '/blockview',
    title: 'Dashboard',
    phoneTitle: 'Device List',
    right: 'P_dash',
    otherwise: '/idle',
    menu: { of: 'Dashboard' },
    load: async () => ({ Screen: (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen }),
  },
  {
    path: '/',
    title: 'Map',
    right: 'F_gps',
    otherwise: '/idle',
    onPhone: '/blockview',
    menu: { of: 'Map' },
    load: async () => ({ Screen: (await import('./map/map-screen.tsx')).MapScreen }),
  },
  {
    path: '/liveview/:deviceId?',
    title: 'Live view',
    right: 'P_live',
    menu: { of: 'Live view' },
    load: async () => ({ Screen: (await import('./live-view/live-view-screen.tsx')).LiveViewScreen }),
  },
  {
    path: '/treeview',
    title: 'Tree view',
    right: 'P_tree',
    menu: { of: 'Live view', icon: 'tree' },
    load: async () => ({ Screen: (await import('./tree-view/tree-view-screen.tsx')).TreeViewScreen }),
  },
  {
    path: '/rendomliveview',
    title: 'Random live view',
    right: 'admin',
    menu: { of: 'Live view' },
    load: async () => ({ Screen: (await import('./random-live/random-live-screen.tsx')).RandomLiveScreen }),
  },
  {
    path: '/gpsplayback',
    title: 'GPS playback',
    right: 'P_gppb',
    menu: { of: 'GPS playback' },
    load: async () => ({ Screen: (await import('./gps-playback/gps-playback-screen.tsx')).GpsPlaybackScreen }),
  },
  {
    path: '/splayback/:deviceId?',
    title: 'Video playback',
    right: 'P_lopb',
    menu: { of: 'Playback' },
    load: async () => ({ Screen: (await import('./playback/playback-screen.tsx')).VideoPlaybackScreen }),
  },
  {
    path: '/remoteplayback/:deviceId?',
    title: 'Remote playback',
    right: 'P_repb',
    menu: { of: 'Playback' },
    load: async () => ({ Screen: (await import('./remote-playback/remote-playback-screen.tsx')).RemotePlaybackScreen }),
  },

  {
    path: '/todayevents',
    title: "Today's events",
    right: 'F_event',
    menu: events,
    load: async () => ({ Screen: (await import('./today-events/today-events-screen.tsx')).TodayEventsScreen }),
  },
  {
    path: '/queryeventex',
    title: 'Event query',
    right: 'F_event',
    menu: events,
    load: async () => ({ Screen: (await import('./query-events/query-events-screen.tsx')).QueryEventsScreen }),
  },
  {
    path: '/eventreportsetting',
    title: 'Event report setting',
    right: 'F_event_report',
    menu: events,
    load: async () => ({ Screen: (await import('./event-report/event-report-screen.tsx')).EventReportScreen }),
  },
  {
    path: '/reportfilelist',
    title: 'Report files',
    right: 'F_event_report',
    menu: events,
    load: async () => ({ Screen: (await import('./report-file/report-file-screen.tsx')).ReportFileScreen }),
  },
  {
    path: '/mileage',
    title: 'Mileage',
    right: 'F_event',
    ownHost: true,
    menu: reports,
    load: async () => ({ Screen: (await import('./mileage/mileage-screen.tsx')).MileageScreen }),
  },
  {
    path: '/devicenetflow',
    title: 'Device netflow',
    right: 'F_event',
    menu: reports,
    load: async () => ({ Screen: (await import('./device-netflow/device-netflow-screen.tsx')).DeviceNetflowScreen }),
  },
  {
    path: '/autoupload',
    title: 'Auto upload',
    right: 'F_event',
    menu: reports,
    load: async () => ({ Screen: (await import('./auto-upload/auto-upload-screen.tsx')).AutoUploadScreen }),
  },
  { title: 'Custom download', right: 'F_addcd', menu: asked, run: openCustomEvent },
  {
    title: 'Broadcast',
    right: 'F_talk',
    menu: { ...asked, when: ({ level }) => deployment.broadcast && level < 3 },
    run: openBroadcast,
  },
  {
    path: '/devicesetup',
    title: 'Remote device setting',
    right: 'F_rmdvrs',
    menu: asked,
    load: async () => ({ Screen: (await import('./device-setup/device-setup-screen.tsx')).DeviceSetupScreen }),
  },
  {
    path: '/deviceorders',
    title: 'Device orders',
    right: 'signed-in',
    maxLevel: 2,
    menu: asked,
    load: async () => ({ Screen: (await import('./device-orders/device-orders-screen.tsx')).DeviceOrdersScreen }),
  },
  {
    path: '/driversetting',
    title: 'Driver setting',
    right: 'signed-in',
    maxLevel: 1,
    menu: asked,
    load: async () => ({ Screen: (await import('./driver/driver-screen.tsx')).DriverScreen }),
  },

  {
    path: '/usersetting',
    title: 'User setting',
    right: 'admin',
    menu: accounts,
    load: async () => ({ Screen: (await import('./user/user-screen.tsx')).UserScreen }),
  },
  {
    path: '/permission',
    title: 'Permission setting',
    right: 'admin',
    menu: accounts,
    load: async () => ({ Screen: (await import('./permission/permission-screen.tsx')).PermissionScreen }),
  },
  {
    path: '/groupsetting',
    title: 'Group setting',
    right: 'signed-in',
    menu: accounts,
    load: async () => ({ Screen: (await import('./group-setting/group-setting-screen.tsx')).GroupSettingScreen }),
  },
  {
    path: '/groupsummary',
    title: 'Group summary',
    right: 'admin',
    menu: accounts,
    load: async () => ({ Screen: (await import('./group-summary/group-summary-screen.tsx')).GroupSummaryScreen }),
  },
  {
    path: '/facerecognitionsetting',
    title: 'Face recognition',
    right: 'admin',
    menu: accounts,
    load: async () => ({ Screen: (await import('./face/face-screen.tsx')).FaceScreen }),
  },
  {
    path: '/regdevices',
    title: 'Local device settings',
    right: 'signed-in',
    maxLevel: 1,
    menu: recorders,
    load: async () => ({ Screen: (await import('./registration/registration-screen.tsx')).RegistrationScreen }),
  },
  {
    path: '/devicefirmwareupdate',
    title: 'Firmware update',
    right: 'signed-in',
    maxLevel: 1,
    menu: recorders,
    load: async () => ({ Screen: (await import('./firmware/firmware-screen.tsx')).FirmwareScreen }),
  },
  {
    path: '/connectrecorder',
    title: 'Connect a recorder',
    right: 'admin',
    menu: recorders,
    load: async () => ({
      Screen: (await import('./connect-recorder/connect-recorder-screen.tsx')).ConnectRecorderScreen,
    }),
  },
  {
    path: '/routeplanning',
    title: 'Route planning',
    right: 'admin',
    ownHost: true,
    menu: recorders,
    load: async () => ({ Screen: (await import('./route-planning/route-planning-screen.tsx')).RoutePlanningScreen }),
  },
  {
    path: '/fence',
    title: 'Fence',
    right: 'admin',
    ownHost: true,
    menu: recorders,
    load: async () => ({ Screen: (await import('./fence/fence-screen.tsx')).FenceScreen }),
  },
  {
    path: '/eventdefinesetting',
    title: 'Event definitions',
    right: 'admin',
    ownHost: true,
    menu: plans,
    load: async () => ({
      Screen: (await import('./event-definition/event-definition-screen.tsx')).EventDefinitionScreen,
    }),
  },
  {
    path: '/eventdownloadplansetting',
    title: 'Event download plan',
    right: 'admin',
    ownHost: true,
    menu: plans,
    load: async () => ({ Screen: (await import('./download-plan/download-plan-screen.tsx')).DownloadPlanScreen }),
  },
  {
    path: '/pusheventplansetting',
    title: 'Push event plan',
    right: 'signed-in',
    maxLevel: 1,
    ownHost: true,
    menu: { ...plans, when: forAdministrators },
    load: async () => ({ Screen: (await import('./push-plan/push-plan-screen.tsx')).PushPlanScreen }),
  },
  {
    path: '/realtimeeventplansetting',
    title: 'Realtime event plan',
    right: 'signed-in',
    maxLevel: 1,
    ownHost: true,
    menu: { ...plans, when: forAdministrators },
    load: async () => ({ Screen: (await import('./realtime-plan/realtime-plan-screen.tsx')).RealtimePlanScreen }),
  },
  {
    path: '/accesslog',
    title: 'Access log',
    right: 'admin',
    menu: logs,
    load: async () => ({ Screen: (await import('./access-log/access-log-screen.tsx')).AccessLogScreen }),
  },
  {
    path: '/uslog',
    title: 'User stream log',
    right: 'level-2',
    menu: { ...logs, when: forAdministrators },
    load: async () => ({ Screen: (await import('./stream-log/stream-log-screen.tsx')).StreamLogScreen }),
  },
  {
    path: '/talklog',
    title: 'Talk log',
    right: 'level-2',
    menu: { ...logs, when: forAdministrators },
    load: async () => ({ Screen: (await import('./talk-log/talk-log-screen.tsx')).TalkLogScreen }),
  },
  {
    path: '/diskinfo',
    title: 'Disk info',
    right: 'admin',
    menu: logs,
    load: async () => ({ Screen: (await import('./disk-info/disk-info-screen.tsx')).DiskInfoScreen }),
  },
  {
    path: '/deviceusage',
    title: 'Device usage',
    right: 'admin',
    menu: logs,
    load: async () => ({ Screen: (await import('./device-usage/device-usage-screen.tsx')).DeviceUsageScreen }),
  },
  {
    path: '/devicemodelinfo',
    title: 'Device model info',
    right: 'admin',
    menu: logs,
    load: async () => ({ Screen: (await import('./device-model/device-model-screen.tsx')).DeviceModelScreen }),
  },
  {
    path: '/performanceinfo',
    title: 'Performance info',
    right: 'admin',
    menu: logs,
    load: async () => ({ Screen: (await import('./performance/performance-screen.tsx')).PerformanceScreen }),
  },
  {
    path: '/setting',
    title: 'System setting',
    right: 'admin',
    ownHost: true,
    menu: { ...ofConsole, when: ({ userName }) => userName === 'admin' || deployment.elseAdmin },
    load: async () => ({ Screen: (await import('./setting/setting-screen.tsx')).SettingScreen }),
  },
  {
    title: 'External settings',
    right: 'admin',
    menu: { ...ofConsole, when: () => deployment.externalSettings },
    run: () => openOverlay({ kind: 'externalSettings' }),
  },
  {
    path: '/i18neditor',
    title: 'Translation editor',
    right: 'admin',
    menu: ofConsole,
    load: async () => ({ Screen: (await import('./translation/translation-screen.tsx')).TranslationScreen }),
  },

  // In no menu.
  {
    path: '/idle',
    title: 'Idle',
    right: 'signed-in',
    load: async () => ({ Screen: (await import('./idle/idle-screen.tsx')).IdleScreen }),
  },
  {
    path: '/videotest',
    title: 'Video test',
    right: 'signed-in',
    load: async () => ({ Screen: (await import('./video-test/video-test-screen.tsx')).VideoTestScreen }),
  },
  {
    path: '/audiotest',
    title: 'Audio test',
    right: 'signed-in',
    load: async () => ({ Screen: (await import('./audio-test/audio-test-screen.tsx')).AudioTestScreen }),
  },
  {
    path: '/iframe/:index',
    title: '',
    right: 'signed-in',
    load: async () => ({ Screen: (await import('./iframe/iframe-screen.tsx')).IframeScreen }),
  },
];

/** The rows with a path. */
export const screens: readonly Screen[] = routes.filter((route) => 'path' in route);

/** The row of an address; undefined for one that is no path of the console. */
export const screenOf = (address: string): Screen | undefined =>
  screens.find(({ path }) => matchPath(path, address) !== null);
