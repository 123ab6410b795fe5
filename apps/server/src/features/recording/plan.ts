// Which channels of a device are recorded, as which stream, how long they are kept and with what sound. Pure.
import type { RecordableDevice, RecordSettings } from '../device/index.ts';

export type PlannedChannel = { channel: number; stream: 'main' | 'sub'; sound: boolean };
type Channels = Pick<RecordableDevice, 'channels' | 'mainChannels' | 'talkChannel'>;

/** The channels recorded now, in their order. */
export const plannedChannels = (
  { enable, plan, audio }: RecordSettings,
  { channels, mainChannels, talkChannel }: Channels,
): PlannedChannel[] => {
  if (enable < 1) return [];
  const chosen = enable === 1 ? channels : channels.filter((channel) => plan[channel - 1] === '1');
  return chosen.map((channel) => ({
    channel,
    stream: mainChannels.includes(channel) ? 'main' : 'sub',
    sound: audio === 3 || (audio === 1 && channel === talkChannel),
  }));
};

/** Until when something recorded at `endMs` is kept at least. */
export const keptDays = (settings: RecordSettings, defaultDays: number): number =>
  settings.days > 0 ? settings.days : defaultDays;
