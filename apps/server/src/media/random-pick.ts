// Picks a channel for a random stream: any that is online and that the viewer does not see already. Pure; dice are handed in.

export type PickedChannel = { readonly deviceKey: number; readonly deviceId: string; readonly channel: number };
/** A device that can be watched now, or undefined. */
export type LookUp = (
  deviceId: string,
) => { deviceKey: number; deviceId: string; channels: readonly number[] } | undefined;

/** In a fleet that is mostly online a few throws find one; only then is the whole list walked. */
const THROWS = 24;

export const channelKey = ({ deviceKey, channel }: Pick<PickedChannel, 'deviceKey' | 'channel'>): string =>
  `${deviceKey}:${channel}`;

/** `random` gives 0 to below 1. Undefined when every channel that is online is taken. */
export const pickChannel = (
  ids: readonly string[],
  lookUp: LookUp,
  taken: ReadonlySet<string>,
  random: () => number,
): PickedChannel | undefined => {
  const any = (count: number): number => Math.min(count - 1, Math.floor(random() * count));
  const free = (id: string | undefined): PickedChannel | undefined => {
    const device = id === undefined ? undefined : lookUp(id);
    if (device === undefined) return undefined;
    const { deviceKey, deviceId } = device;
    const channels = device.channels.filter((channel) => !taken.has(channelKey({ deviceKey, channel })));
    const channel = channels[any(channels.length)];
    return channel === undefined ? undefined : { deviceKey, deviceId, channel };
  };
  if (ids.length === 0) return undefined;
  for (let thrown = 0; thrown < THROWS; thrown += 1) {
    const found = free(ids[any(ids.length)]);
    if (found !== undefined) return found;
  }
  const start = any(ids.length);
  for (let step = 0; step < ids.length; step += 1) {
    const found = free(ids[(start + step) % ids.length]);
    if (found !== undefined) return found;
  }
  return undefined;
};
