// What the media room knows of devices: those that a caller may watch and talk to.
import type { Caller, Devices, SeenDevice } from '../kernel/access/access.ts';

export interface WatchableDevices extends Devices {
  /** As `seen`, with undefined in place of the error. */
  find(caller: Caller, id: string): SeenDevice | undefined;
  /** As `find`, by its key. */
  findByKey(caller: Caller, deviceKey: number): SeenDevice | undefined;
  /** The registered devices a caller may see. */
  visible(caller: Caller): readonly { key: number; id: string }[];
  /** The sound of a channel may be heard live. */
  hasSound(deviceKey: number, channel: number): boolean;
}
