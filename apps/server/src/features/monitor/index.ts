// What the monitor pages show: the recorders that are connected, what came from them, and what is fetched for their events.
import {
  type DeviceArrayRow,
  type DeviceInfoRow,
  type DownloadRule,
  type Heartbeats,
  db13Heartbeats,
  db14Downloads,
  getDeviceArray,
  getMonitorDeviceInfo,
} from '@outrider/contract';
import type { DeviceLink, LinkRegistry } from '../../gateway/index.ts';
import { type CommandHandler, answer } from '../../kernel/channel/channel.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Bus } from '../../kernel/bus.ts';

export type MonitorKit = {
  bus: Bus;
  links: LinkRegistry & { all(): Iterable<DeviceLink> };
  devices: {
    recordable(deviceKey: number): { channels: readonly number[] } | undefined;
    recordSettingsOf(deviceKey: number): { enable: number; audio: number };
    registeredAs(deviceKey: number): { model: string };
  };
  /** The names of the groups that hold a device. */
  groupsOf: (deviceKey: number) => readonly string[];
  /** The channels of which video comes. */
  channelsOf: (deviceKey: number) => readonly number[];
  /** Work that fetches footage, now. */
  work: () => { waiting: number; running: number };
  /** What is fetched for events. */
  downloads: () => readonly DownloadRule[];
};

/** Of what events of a device came, since it connected. */
type Events = { events: number; files: number };

export type MonitorFeature = {
  calls: CallHandler[];
  commands: CommandHandler[];
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  close(): void;
};

const SOCKETS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
type Sockets = Pick<DeviceArrayRow, `Sock${(typeof SOCKETS)[number]}`>;

const arrayRow = (link: DeviceLink, { devices, channelsOf }: MonitorKit): DeviceArrayRow => {
  const { deviceKey, deviceId: deviceid, connectedMs, counts } = link;
  const { enable, audio } = devices.recordSettingsOf(deviceKey);
  const open = new Set(channelsOf(deviceKey));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key for each of SOCKETS
  const sockets = Object.fromEntries(SOCKETS.map((channel) => [`Sock${channel}`, open.has(channel)])) as Sockets;
  return {
    deviceid,
    ArrivedTime: connectedMs,
    LastRecvTime: counts.receivedMs,
    LastSentTime: counts.sentMs,
    ChCount: devices.recordable(deviceKey)?.channels.length ?? 0,
    EnableSave: enable > 0,
    RecAudio: audio > 0,
    ...sockets,
  };
};

const infoRow = (link: DeviceLink, { devices, groupsOf }: MonitorKit): DeviceInfoRow => ({
  deviceid: link.deviceId,
  deviceidFixed: link.terminalId,
  eventGroup: groupsOf(link.deviceKey).join(', '),
  modelName: devices.registeredAs(link.deviceKey).model,
  bindTime: link.counts.receivedMs,
  isVcp: false,
  ChCount: devices.recordable(link.deviceKey)?.channels.length ?? 0,
  IP: link.remoteAddress,
  port: link.remotePort,
  version: link.protocol,
});

const heartbeatsOf = ({ links, work }: MonitorKit, events: ReadonlyMap<number, Events>): Heartbeats => {
  const devices = [...links.all()].map(({ deviceKey, deviceId: deviceid, counts }) => {
    const { events: ev, files: el } = events.get(deviceKey) ?? { events: 0, files: 0 };
    return { deviceid, hb: counts.heartbeats, re: counts.others, ev, el };
  });
  const sum = (key: 'hb' | 're' | 'ev' | 'el'): number => devices.reduce((total, row) => total + row[key], 0);
  const [hb, re] = [sum('hb'), sum('re')];
  const { waiting: wait, running: run } = work();
  return { all: hb + re, hb, re, ev: sum('ev'), el: sum('el'), wait, run, devices };
};

export const monitorFeature = (kit: MonitorKit): MonitorFeature => {
  const { bus, links } = kit;
  const events = new Map<number, Events>();
  /** As they were when their link ended. */
  const away = new Map<number, DeviceInfoRow>();
  const known = new Map<number, DeviceLink>();
  const ears = [
    bus.subscribe('link.online', ({ deviceKey }) => {
      events.set(deviceKey, { events: 0, files: 0 });
      away.delete(deviceKey);
      const link = links.get(deviceKey);
      if (link) known.set(deviceKey, link);
    }),
    bus.subscribe('link.offline', ({ deviceKey }) => {
      if (links.get(deviceKey)) return; // another link has taken over
      const link = known.get(deviceKey);
      if (link) away.set(deviceKey, infoRow(link, kit));
      known.delete(deviceKey);
      events.delete(deviceKey);
    }),
    bus.subscribe('event.stored', ({ deviceKey, attachments }) => {
      const counted = events.get(deviceKey);
      if (counted === undefined) return;
      counted.events += 1;
      counted.files += attachments;
    }),
  ];
  const forget = (deviceKey: number): void => {
    for (const each of [events, away, known]) each.delete(deviceKey);
  };
  ears.push(bus.subscribe('device.gone', ({ deviceKey }) => forget(deviceKey)));
  return {
    calls: [
      handle(getDeviceArray, () => [...links.all()].map((link) => arrayRow(link, kit))),
      handle(getMonitorDeviceInfo, () => [
        ...[...links.all()].map((link) => infoRow(link, kit)),
        ...[...away].flatMap(([deviceKey, row]) => (links.get(deviceKey) ? [] : row)),
      ]),
    ],
    commands: [
      answer(db13Heartbeats, () => ({ Z: heartbeatsOf(kit, events) })),
      answer(db14Downloads, () => ({ Z: [...kit.downloads()] })),
    ],
    forgetDevices: async (deviceKeys) => deviceKeys.forEach(forget),
    close: () => ears.forEach((end) => end()),
  };
};
