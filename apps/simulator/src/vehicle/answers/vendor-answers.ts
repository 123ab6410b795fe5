// Answers in the vendor block (docs/reference/vendor-block.md): what it knows, its own settings, its disk, its log.
import {
  decodeVendorBlock,
  DecodeError,
  encodeVendorBlock,
  t0900TransparentUp,
  VENDOR_COMMANDS,
  VENDOR_RESULT,
  VENDOR_SETTINGS,
} from '@outrider/jt808';
import type { TransparentContent, VendorCommand } from '@outrider/jt808';
import type { SignalLink } from '../../link/signal-link.ts';
import { recordedPieces, recordedSpan } from '../../media/disk.ts';
import type { Device } from '../device.ts';
import type { SettingValues } from '../own-settings.ts';
import { answerFace, isFaceCommand } from './face-answers.ts';

type Json = Readonly<Record<string, unknown>>;
type Reply = { readonly result: number; readonly json?: Json };

const KNOWN: readonly (keyof SettingValues)[] = VENDOR_SETTINGS.map(({ name }) => name);
const DISK = 'sd1';
const DISK_MB = 131_072;
const MEGABYTE = 1_048_576;
const MAX_LINES = 200;

/** Sends the answer to a block as 0x0900. False when the content cannot be read. */
export const answerVendorBlock = (device: Device, link: SignalLink, content: TransparentContent): boolean => {
  try {
    const { command, serial, body } = decodeVendorBlock(content);
    const asked = body === null ? {} : 'json' in body ? objectOf(body.json) : null;
    const name = VENDOR_COMMANDS.find(({ code }) => code === command)?.name;
    if (asked !== null && isFaceCommand(name)) {
      answerFace(device, link, { name, command, serial, asked });
      return true;
    }
    const { result, json } = asked === null ? { result: VENDOR_RESULT.malformed } : runCommand(device, command, asked);
    const answer = json === undefined ? null : { json: JSON.stringify(json) };
    link.send(t0900TransparentUp, encodeVendorBlock({ command, serial, result, body: answer }));
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
};

const COMMANDS: Partial<Record<VendorCommand, (device: Device, asked: Json) => Reply>> = {
  hello: (device) => ({
    result: VENDOR_RESULT.done,
    json: {
      model: `SIM-${device.options.channels}CH`,
      firmware: device.kept.firmware,
      commands: VENDOR_COMMANDS.filter(({ name }) => COMMANDS[name] !== undefined || isFaceCommand(name)).map(
        ({ code }) => code,
      ),
      settings: KNOWN,
    },
  }),
  'read-settings': (device, { names }) => {
    const wanted = Array.isArray(names) ? KNOWN.filter((name) => names.includes(name)) : KNOWN;
    return { result: VENDOR_RESULT.done, json: { settings: settingsOf(device, wanted) } };
  },
  'write-settings': (device, { settings }) => {
    if (typeof settings !== 'object' || settings === null) return { result: VENDOR_RESULT.malformed };
    const known: readonly string[] = KNOWN;
    const wanted = Object.entries(settings);
    const refused = {
      ...device.kept.settings.write(Object.fromEntries(wanted.filter(([name]) => known.includes(name)))),
      ...Object.fromEntries(wanted.filter(([name]) => !known.includes(name)).map(([name]) => [name, 'not known'])),
    };
    device.log.add(`settings set: ${wanted.map(([name]) => name).join(' ')}`);
    for (const [i, on] of device.kept.settings.values.cam_rec.entries())
      device.kept.disk.record(i + 1, on, device.deviceNow());
    device.saveState();
    const none = wanted.length > 0 && Object.keys(refused).length === wanted.length;
    return {
      result: none ? VENDOR_RESULT.failed : VENDOR_RESULT.done,
      json: { settings: settingsOf(device, KNOWN), refused },
    };
  },
  'read-own': (device) => ({ result: VENDOR_RESULT.done, json: { values: device.kept.own.list() } }),
  'write-own': (device, { k, v }) => {
    if (!device.kept.own.set(k, v)) return { result: VENDOR_RESULT.failed, json: { why: 'no such value' } };
    device.log.add(`own value set: ${String(k)}`);
    device.saveState();
    return { result: VENDOR_RESULT.done, json: { v } };
  },
  storage: (device) => ({ result: VENDOR_RESULT.done, json: storageOf(device) }),
  format: (device, { disk }) => {
    if (disk !== DISK || device.cameras === null)
      return { result: VENDOR_RESULT.failed, json: { why: 'there is no such disk' } };
    device.kept.disk.empty(device.deviceNow());
    device.log.add(`format ${DISK}`);
    device.saveState();
    return { result: VENDOR_RESULT.done };
  },
  syslog: (device, { lines }) => {
    const count = typeof lines === 'number' && lines >= 1 ? Math.min(MAX_LINES, Math.floor(lines)) : MAX_LINES;
    const json = { lines: newestLines(device, count), zoneS: zoneOf(device) };
    return { result: VENDOR_RESULT.done, json };
  },
  'wake-up': (device) => {
    device.wakeUp();
    return { result: VENDOR_RESULT.done };
  },
};

const runCommand = (device: Device, code: number, asked: Json): Reply => {
  const name = VENDOR_COMMANDS.find((command) => command.code === code)?.name;
  const run = name === undefined ? undefined : COMMANDS[name];
  return run === undefined ? { result: VENDOR_RESULT.notSupported } : run(device, asked);
};

const settingsOf = (device: Device, names: readonly (keyof SettingValues)[]): Json =>
  Object.fromEntries(names.map((name) => [name, device.kept.settings.values[name]]));

/** Room on the disk, and how old its oldest recording is. */
const storageOf = (device: Device): Json => {
  const { cameras } = device;
  if (cameras === null) return { disks: [] };
  const span = recordedSpan(cameras.disk, device.deviceNow());
  const pieces = Array.from({ length: cameras.disk.channels }, (_, i) =>
    recordedPieces(cameras.disk, i + 1, span),
  ).flat();
  const recordedMs = pieces.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const usedMb = Math.ceil((recordedMs / 1000) * (cameras.disk.bytesPerS / MEGABYTE));
  const oldestMs = pieces.reduce((oldest, { startMs }) => Math.min(oldest, startMs), Infinity);
  const totalMb = DISK_MB * (device.kept.settings.values.sys_dualsdextend ? 2 : 1);
  const disks = [{ name: DISK, totalMb, usedMb }];
  return pieces.length === 0 ? { disks } : { disks, oldestMs };
};

const MAX_LOG_BYTES = 30_000;

const HOUR_S = 3600;

/** Seconds east of UTC, today: an hour more between the days of daylight saving. */
const zoneOf = (device: Device): number => {
  const { sys_tz: zone, sys_dst: days } = device.kept.settings.values;
  const today = new Date(device.deviceNow() + zone * 1000).toISOString().slice(0, 10);
  const [first = '', last = ''] = days.split('/');
  return days !== '' && first <= today && today <= last ? zone + HOUR_S : zone;
};

/** As many of the newest lines as fit a block. */
const newestLines = (device: Device, count: number): string[] => {
  const lines = device.log.texts(count, zoneOf(device));
  while (Buffer.byteLength(JSON.stringify(lines)) > MAX_LOG_BYTES) lines.shift();
  return lines;
};

/** Null for what is no JSON object. */
const objectOf = (json: string): Json | null => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
};
