// Reads what lsblk writes as JSON, of old versions and new ones. Pure.
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import type { BlockDevice } from '../../kernel/storage/disk-tools.ts';

type Row = {
  name: string;
  path: string;
  type: string;
  fstype: string;
  size: number;
  uuid: string;
  ro: boolean;
  mountpoint?: string | undefined;
  mountpoints?: string[] | undefined;
  children?: Row[] | undefined;
};

const text = z.union([z.string(), z.null()]).transform((value) => value ?? '');
/** Old versions write all values as texts. */
const row: z.ZodType<Row> = z.object({
  name: z.string(),
  path: z.string(),
  type: text,
  fstype: text,
  size: z.union([z.number(), z.string(), z.null()]).transform(Number),
  uuid: text,
  ro: z.union([z.boolean(), z.string()]).transform((value) => value === true || value === '1'),
  mountpoint: text.optional(),
  mountpoints: z.array(text).optional(),
  get children() {
    return z.array(row).optional();
  },
});
const answer = z.object({ blockdevices: z.array(row) });

const deviceOf = ({ mountpoint = '', mountpoints = [mountpoint], ...device }: Row): BlockDevice => ({
  name: device.name,
  path: device.path,
  type: device.type,
  fstype: device.fstype,
  sizeBytes: device.size,
  uuid: device.uuid,
  mountPoints: mountpoints.filter((each) => each !== ''),
  readOnly: device.ro,
  attached: false,
  children: (device.children ?? []).map(deviceOf),
});

/** Throws AppError `unavailable` for what cannot be read. */
export const readDevices = (json: string): readonly BlockDevice[] => {
  try {
    return answer.parse(JSON.parse(json)).blockdevices.map(deviceOf);
  } catch (error) {
    throw new AppError('unavailable', 'lsblk says something that cannot be read.', { cause: error });
  }
};
