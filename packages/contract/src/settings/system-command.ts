// S03, commands to the machine and the process of the server: its disks, where recordings go, formatting, and its restart.
import { z } from 'zod';
import { command } from '../speak/speak.ts';
import { wireFlag } from '../speak/wire.ts';
import { recordDisks, recordDisksChange } from './record-disks.ts';

/** Why a disk or partition is not formatted; none for one that may be. */
export const formatBars = [
  'none',
  'children',
  'mounted',
  'swap',
  'unreadable',
  'member',
  'readonly',
  'attached',
  'unlisted',
  'off',
] as const;
export type FormatBar = (typeof formatBars)[number];

export type BlockDeviceRow = {
  name: string;
  type: string;
  fstype: string;
  size: number;
  uuid: string;
  mountpoint: string;
  bar: FormatBar;
  trouble?: string | undefined;
  children: BlockDeviceRow[];
};
const blockDevice: z.ZodType<BlockDeviceRow, BlockDeviceRow> = z.object({
  name: z.string(),
  type: z.string(),
  fstype: z.string(),
  /** Bytes. */
  size: z.number(),
  uuid: z.string(),
  /** Several are separated by commas. */
  mountpoint: z.string(),
  bar: z.enum(formatBars),
  /** Why nothing can be read of it; not there where something can. */
  trouble: z.string().optional(),
  get children() {
    return z.array(blockDevice);
  },
});

/** `formatting`: what is being formatted; '' for nothing. `allowed`: the configuration names something that may be formatted. */
const blockDevices = z.object({
  blockdevices: z.array(blockDevice),
  formatting: z.string(),
  allowed: wireFlag,
});
export type BlockDevices = z.output<typeof blockDevices>;

/** How long a format may take, and with it its answer. */
export const FORMAT_MS = 600_000;

export const s03SystemCommand = command({
  code: 'S03',
  right: 'admin',
  audit: { action: 'System command', secret: {}, unless: ['A', 'lsblk', 'uciget'] },
  input: z.discriminatedUnion('A', [
    z.object({ A: z.literal('lsblk') }),
    z.object({ A: z.literal('uciget') }),
    z.object({ A: z.literal('uciset'), Z: recordDisksChange }),
    z.object({ A: z.literal('format'), D: z.string().min(1).max(300) }),
    z.object({ A: z.literal('restart') }),
  ]),
  reply: z.object({ Z: z.union([blockDevices, recordDisks]).optional() }),
  batched: false,
  about:
    'A system command. A: lsblk lists the disks of the server and their parts, with the image files that the configuration allows to be formatted (allowDiskFormat); `bar` says why one cannot be formatted, `none` for one that can, `trouble` why nothing can be read of it, and `formatting` what is being formatted. uciget answers where recordings go (GET /gkserver/recorddisks), uciset sets those fields of it that Z holds. format makes an ext4 file system on the disk, part or image file of the name D, and answers when that is done: only for what allowDiskFormat lists, has no parts, is not mounted and no swap; R 409 while another one is formatted. restart is of the process of the server, once this is answered.',
  example: {
    input: { A: 'lsblk' },
    reply: {
      Z: {
        blockdevices: [
          {
            name: 'sdb',
            type: 'disk',
            fstype: '',
            size: 1_000_204_886_016,
            uuid: '',
            mountpoint: '',
            bar: 'children',
            children: [
              {
                name: 'sdb1',
                type: 'part',
                fstype: 'ext4',
                size: 1_000_203_837_440,
                uuid: '6f1c4cf6-0d3a-4a6c-9a0e-2b1c3d4e5f60',
                mountpoint: '/mnt/disk1',
                bar: 'mounted',
                children: [],
              },
            ],
          },
        ],
        formatting: '',
        allowed: 0,
      },
    },
  },
});
