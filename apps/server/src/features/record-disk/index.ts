// The disks of the server for an administrator: what there is, which of them recordings go to, and formatting. And S03, by which all of it
// can be asked. What recordings do with their slots is features/recording/.
import {
  type BlockDeviceRow,
  type RecordDisks,
  consecutiveSlots,
  filledSlots,
  recordDisks,
  recordDisksChange,
  recordDisksSetting,
  s03SystemCommand,
} from '@outrider/contract';
import { z } from 'zod';
import { type CommandHandler, answer } from '../../kernel/channel/channel.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { type BlockDevice, type DiskTools, allDevices } from '../../kernel/storage/disk-tools.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { checkInput } from '../../kernel/web/schema-input.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { type Allowed, formatBarOf, mustBeFormattable } from './format-bar.ts';

export type RecordDiskKit = {
  settings: Settings;
  disks: DiskTools;
  log: Log;
  /** What the configuration allows to be formatted: absolute paths. */
  allowed: readonly string[];
  /** Restarts the server once the command is answered. */
  restart: () => void;
};

type Looked = { devices: readonly BlockDevice[]; allowed: Allowed };

const rowOf = (device: BlockDevice, allowed: Allowed): BlockDeviceRow => ({
  name: device.name,
  type: device.type,
  fstype: device.fstype,
  size: device.sizeBytes,
  uuid: device.uuid,
  mountpoint: device.mountPoints.join(', '),
  bar: formatBarOf(device, allowed),
  ...(device.trouble !== undefined && { trouble: device.trouble }),
  children: device.children.map((child) => rowOf(child, allowed)),
});

/** One format at a time, of what may be formatted at that moment. */
const createFormatting = ({ disks, log, allowed: paths }: Pick<RecordDiskKit, 'disks' | 'log' | 'allowed'>) => {
  let running = '';
  const look = async (): Promise<Looked> => {
    const [devices, found] = await Promise.all([disks.list(), Promise.all(paths.map((path) => disks.find(path)))]);
    const images = found.flatMap((each) => (each && 'image' in each ? [each.image] : []));
    const listed = found.flatMap((each) =>
      each === undefined ? [] : ['image' in each ? each.image.path : each.device],
    );
    return { devices: [...devices, ...images], allowed: { listed: new Set(listed), any: paths.length > 0 } };
  };
  return {
    look,
    running: (): string => running,
    async format(name: string, userName: string): Promise<void> {
      if (running !== '') throw new AppError('conflict', `${running} is being formatted.`);
      running = name;
      try {
        const { devices, allowed } = await look();
        const path = mustBeFormattable(name, allDevices(devices), allowed);
        log.warn('a disk is formatted', { path, userName });
        await disks.format(path);
        log.info('the disk was formatted', { path });
      } finally {
        running = '';
      }
    },
  };
};

type EditBy = { by: string; seenMs: number | undefined };
const SLOTS_MISSING = 'The slots of recordings cannot be read.';

type Facts = Readonly<Record<string, unknown>>;
/** Those of the facts that are about slots without a disk. */
const emptyOf = (disks: RecordDisks, facts: Facts): Facts => {
  const filled = filledSlots(disks).map(({ slot }) => `readonly${slot}`);
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !filled.some((each) => each === name)));
};

/** Slots up to the first empty one are saved. */
const createSlotSetting = (settings: Settings) => {
  const now = (): RecordDisks => {
    const value = settings.value(recordDisksSetting);
    if (value === undefined) throw new AppError('internal', SLOTS_MISSING);
    return value;
  };
  /** What is fixed from outside of a slot that is empty stays as it is fixed. */
  const fixed = (): Facts => {
    const names = Object.keys(settings.state(recordDisksSetting).fixed).filter((name) => name.startsWith('readonly'));
    return Object.fromEntries(Object.entries(now()).filter(([name]) => names.includes(name)));
  };
  const save = (wanted: RecordDisks, edit: EditBy) => {
    const saved = consecutiveSlots(wanted);
    return settings.save(recordDisksSetting, { ...saved, ...emptyOf(saved, fixed()) }, edit);
  };
  const [load] = settingCalls(settings, recordDisksSetting, now);
  if (load === undefined) throw new Error('A setting has a call that loads it.');
  const calls: CallHandler[] = [
    load,
    handle(recordDisksSetting.save, async ({ userName: by }, { updatetime: seenMs, ...wanted }, { note }) => {
      note?.({ before: { ...now() } });
      const { updatedMs } = await save(wanted, { by, seenMs });
      return { hasError: 0 as const, message: 'Save Success', updatetime: updatedMs };
    }),
  ];
  return { now, save, calls };
};

export const recordDiskFeature = (kit: RecordDiskKit): { calls: CallHandler[]; commands: CommandHandler[] } => {
  const formatting = createFormatting(kit);
  const slots = createSlotSetting(kit.settings);
  const list = async () => {
    const { devices, allowed } = await formatting.look();
    const blockdevices = devices.map((device) => rowOf(device, allowed));
    return { Z: { blockdevices, formatting: formatting.running(), allowed: allowed.any } };
  };
  const set = async (change: z.output<typeof recordDisksChange>, by: string) => {
    const wanted = { ...z.encode(recordDisks, slots.now()), ...z.encode(recordDisksChange, change) };
    await slots.save(checkInput(recordDisks, wanted), { by, seenMs: undefined });
    return { Z: slots.now() };
  };
  return {
    calls: slots.calls,
    commands: [
      answer(s03SystemCommand, async ({ caller }, asked) => {
        if (asked.A === 'lsblk') return list();
        if (asked.A === 'uciget') return { Z: slots.now() };
        if (asked.A === 'uciset') return set(asked.Z, caller.userName);
        if (asked.A === 'format') await formatting.format(asked.D, caller.userName);
        else kit.restart();
        return {};
      }),
    ],
  };
};
