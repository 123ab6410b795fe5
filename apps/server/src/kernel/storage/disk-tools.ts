// The port to the disks of this machine: what there is, where it is mounted, and making a file system. What may be formatted is the caller's
// matter.

export type BlockDevice = {
  readonly name: string;
  /** Its real path: no link. */
  readonly path: string;
  /** 'disk', 'part', 'loop', 'lvm', …; 'file' for an image file. */
  readonly type: string;
  readonly fstype: string;
  /** Why nothing of it could be read, in words; left out: it could be. Nobody knows its file system nor its UUID then. */
  readonly trouble?: string;
  readonly sizeBytes: number;
  readonly uuid: string;
  /** '[SWAP]' for swap in use. */
  readonly mountPoints: readonly string[];
  readonly readOnly: boolean;
  /** An image file that a loop device has open. */
  readonly attached: boolean;
  readonly children: readonly BlockDevice[];
};

export interface DiskTools {
  /** Rejects with AppError `unavailable` where the machine cannot tell. */
  list(): Promise<readonly BlockDevice[]>;
  /** What lies at a path: the real path of a block device, or an image file; undefined for anything else. Links to files are not followed. */
  find(path: string): Promise<{ device: string } | { image: BlockDevice } | undefined>;
  /** Makes an ext4 file system; what was there is lost. Rejects with AppError `unavailable`, with what the program says. */
  format(path: string): Promise<void>;
}

/** The devices and everything in them. */
export const allDevices = (devices: readonly BlockDevice[]): readonly BlockDevice[] =>
  devices.flatMap((device) => [device, ...allDevices(device.children)]);
