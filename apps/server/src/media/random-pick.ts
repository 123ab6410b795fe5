// Picks a channel for a random stream: any that is online and that the viewer does not see already. Pure; dice are handed in.

export type PickedChannel = { readonly deviceKey: number; readonly deviceId: string; readonly channel: number };
/** A device that can be watched now, or undefined. */
export type LookUp = (
  deviceKey: number,
) => { deviceKey: number; deviceId: string; channels: readonly number[] } | undefined;

/** Where a viewer may see most of the devices a few throws find one; only then is the whole list walked. */
const THROWS = 24;

export const channelKey = ({ deviceKey, channel }: Pick<PickedChannel, 'deviceKey' | 'channel'>): string =>
  `${deviceKey}:${channel}`;

/** Of the devices that are online. `random` gives 0 to below 1. Undefined when every channel of them is taken. */
export const pickChannel = (
  keys: readonly number[],
  lookUp: LookUp,
  taken: ReadonlySet<string>,
  random: () => number,
): PickedChannel | undefined => {
  const any = (count: number): number => Math.min(count - 1, Math.floor(random() * count));
  const free = (key: number | undefined): PickedChannel | undefined => {
    const device = key === undefined ? undefined : lookUp(key);
    if (device === undefined) return undefined;
    const { deviceKey, deviceId } = device;
    const channels = device.channels.filter((channel) => !taken.has(channelKey({ deviceKey, channel })));
    const channel = channels[any(channels.length)];
    return channel === undefined ? undefined : { deviceKey, deviceId, channel };
  };
  if (keys.length === 0) return undefined;
  for (let thrown = 0; thrown < THROWS; thrown += 1) {
    const found = free(keys[any(keys.length)]);
    if (found !== undefined) return found;
  }
  const start = any(keys.length);
  for (let step = 0; step < keys.length; step += 1) {
    const found = free(keys[(start + step) % keys.length]);
    if (found !== undefined) return found;
  }
  return undefined;
};
