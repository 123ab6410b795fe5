// The disks on the picture of Record Disks: those of a server that records, not those of the machine on which the pictures are taken.
import { systemDiskTools } from '../../apps/server/src/app.ts';
import type { BlockDevice, DiskTools } from '../../apps/server/src/kernel/storage/disk-tools.ts';

const TB = 1024 ** 4;
const GB = 1024 ** 3;

const part = (name: string, uuid: string, changes: Partial<BlockDevice> = {}): BlockDevice => ({
  name,
  path: `/dev/${name}`,
  type: 'part',
  fstype: 'ext4',
  sizeBytes: 4 * TB,
  uuid,
  mountPoints: [],
  readOnly: false,
  attached: false,
  children: [],
  ...changes,
});
const disk = (name: string, sizeBytes: number, children: BlockDevice[]): BlockDevice => ({
  ...part(name, '', { type: 'disk', fstype: '', sizeBytes }),
  children,
});

/** That may be formatted: it is empty. */
export const SPARE = '/dev/sdc';

export const pictureDisks: DiskTools = {
  ...systemDiskTools,
  find: (path) => (path.startsWith('/dev/sd') ? Promise.resolve({ device: path }) : systemDiskTools.find(path)),
  list: () =>
    Promise.resolve([
      disk('sda', 240 * GB, [
        part('sda1', 'A3F1-7C20', { fstype: 'vfat', sizeBytes: GB, mountPoints: ['/boot/efi'] }),
        part('sda2', '0b9d2c54-6f0e-4c1b-9a57-3d8e51f7a210', { sizeBytes: 239 * GB, mountPoints: ['/'] }),
      ]),
      disk('sdb', 4 * TB, [part('sdb1', '6f1c4cf6-0d3a-4a6c-9a0e-2b1c3d4e5f60', { mountPoints: ['/mnt/disk1'] })]),
      disk('sdc', 4 * TB, []),
    ]),
};
