// What the monitor pages show: the recorders that are connected, what came from them, and what is fetched for their events. Asked again every
// few seconds, of the whole fleet.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type DeviceArrayRow,
  type DeviceInfoRow,
  type DownloadRule,
  db13Heartbeats,
  db14Downloads,
  getDeviceArray,
  getMonitorDeviceInfo,
} from '@outrider/contract';
import { z } from 'zod';
import type { DeviceLink, LinkRegistry } from '../../gateway/index.ts';
import { type CommandHandler, answer } from '../../kernel/channel/channel.ts';
import { type CallHandler, EncodedJson, handle } from '../../kernel/web/http.ts';
import type { Bus } from '../../kernel/bus.ts';

export type MonitorKit = {
  bus: Bus;
  links: LinkRegistry & { all(): Iterable<DeviceLink> };
  devices: {
    recordable(deviceKey: number): { channels: readonly number[] } | undefined;
    recordSettingsOf(deviceKey: number): { enable: number; audio: number };
    registeredAs(deviceKey: number): { model: string };
  };
  /** Asked once for an answer: gives the names of the groups that hold a device. */
  groups: () => (deviceKey: number) => readonly string[];
  /** By device the channels of which video comes, now. */
  channels: () => ReadonlyMap<number, ReadonlySet<number>>;
  /** Work that fetches footage, now. */
  work: () => { waiting: number; running: number };
  /** What is fetched for events. */
  downloads: () => readonly DownloadRule[];
};

/** Of what events of a device came, since it connected. */
type Events = { events: number; files: number };

/** A device and what was known of its link. */
type Left = readonly [deviceKey: number, info: DeviceInfoRow];

export type MonitorFeature = {
  calls: CallHandler[];
  commands: CommandHandler[];
  forgetDevices(deviceKeys: readonly number[]): Promise<void>;
  close(): void;
};

const SOCKETS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
type Sockets = Pick<DeviceArrayRow, `Sock${(typeof SOCKETS)[number]}`>;

type Open = ReturnType<MonitorKit['channels']>;
const NONE: ReadonlySet<number> = new Set();

const arrayRow = (link: DeviceLink, devices: MonitorKit['devices'], channels: Open): DeviceArrayRow => {
  const { deviceKey, deviceId: deviceid, connectedMs, counts } = link;
  const { enable, audio } = devices.recordSettingsOf(deviceKey);
  const open = channels.get(deviceKey) ?? NONE;
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

/** Its groups are those at the time of the answer. */
const infoRow = (link: DeviceLink, { devices }: MonitorKit): DeviceInfoRow => ({
  deviceid: link.deviceId,
  deviceidFixed: link.terminalId,
  eventGroup: '',
  modelName: devices.registeredAs(link.deviceKey).model,
  bindTime: link.counts.receivedMs,
  isVcp: false,
  ChCount: devices.recordable(link.deviceKey)?.channels.length ?? 0,
  IP: link.remoteAddress,
  port: link.remotePort,
  version: link.protocol,
});

const ROWS_AT_ONCE = 250;

/** Rows as JSON, made in pieces that are short for the main thread. */
const inPieces = async <T>(items: Iterable<T>, encode: (some: T[]) => readonly object[]): Promise<string> => {
  const all = [...items];
  const texts: string[] = [];
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    texts.push(JSON.stringify(encode(all.slice(from, from + ROWS_AT_ONCE))).slice(1, -1));
    // oxlint-disable-next-line no-await-in-loop -- this is the pause
    await nextTurn();
  }
  return `[${texts.join(',')}]`;
};

/** The letters of DB13. */
const heartbeatsOf = async ({ links, work }: MonitorKit, events: ReadonlyMap<number, Events>): Promise<EncodedJson> => {
  const sums = { hb: 0, re: 0, ev: 0, el: 0 };
  const rows = await inPieces(links.all(), (some) =>
    some.map(({ deviceKey, deviceId: deviceid, counts: { heartbeats: hb, others: re } }) => {
      const { events: ev, files: el } = events.get(deviceKey) ?? { events: 0, files: 0 };
      sums.hb += hb;
      sums.re += re;
      sums.ev += ev;
      sums.el += el;
      return { deviceid, hb, re, ev, el };
    }),
  );
  const { waiting: wait, running: run } = work();
  const counted = JSON.stringify({ all: sums.hb + sums.re, ...sums, wait, run }).slice(0, -1);
  return new EncodedJson(`{"Z":${counted},"devices":${rows}}}`);
};

export const monitorFeature = (kit: MonitorKit): MonitorFeature => {
  const { bus, links, devices } = kit;
  const events = new Map<number, Events>();
  /** As they were when their link ended. */
  const away = new Map<number, DeviceInfoRow>();
  const linked = new Map<number, DeviceLink>();
  const ears = [
    bus.subscribe('link.online', ({ deviceKey }) => {
      events.set(deviceKey, { events: 0, files: 0 });
      away.delete(deviceKey);
      const link = links.get(deviceKey);
      if (link) linked.set(deviceKey, link);
    }),
    bus.subscribe('link.offline', ({ deviceKey }) => {
      if (links.get(deviceKey)) return; // another link has taken over
      const link = linked.get(deviceKey);
      if (link) away.set(deviceKey, infoRow(link, kit));
      linked.delete(deviceKey);
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
    for (const each of [events, away, linked]) each.delete(deviceKey);
  };
  ears.push(bus.subscribe('device.gone', ({ deviceKey }) => forget(deviceKey)));
  return {
    calls: [
      handle(getDeviceArray, async () => {
        const channels = kit.channels();
        const row = (link: DeviceLink): DeviceArrayRow => arrayRow(link, devices, channels);
        return new EncodedJson(await inPieces(links.all(), (some) => z.encode(getDeviceArray.reply, some.map(row))));
      }),
      handle(getMonitorDeviceInfo, async () => {
        const groupsOf = kit.groups();
        const left = [...away].filter(([deviceKey]) => !links.get(deviceKey));
        const row = ([deviceKey, info]: Left): DeviceInfoRow => ({
          ...info,
          eventGroup: groupsOf(deviceKey).join(', '),
        });
        const known = [...[...links.all()].map((link): Left => [link.deviceKey, infoRow(link, kit)]), ...left];
        return new EncodedJson(await inPieces(known, (some) => z.encode(getMonitorDeviceInfo.reply, some.map(row))));
      }),
    ],
    commands: [
      answer(db13Heartbeats, () => heartbeatsOf(kit, events)),
      answer(db14Downloads, () => ({ Z: [...kit.downloads()] })),
    ],
    forgetDevices: async (deviceKeys) => deviceKeys.forEach(forget),
    close: () => ears.forEach((end) => end()),
  };
};
