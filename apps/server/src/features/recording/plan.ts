// Which channels of a device are recorded, how long they are kept and with what sound. Pure; the numbers are the device editor's.

/** -1 no video at all, 0 live view only, 1 every channel, 2 the channels of the plan. */
export type RecordEnable = -1 | 0 | 1 | 2;
/** -1 forbidden, 0 and 2 no sound in recordings, 1 sound of one channel, 3 sound of every channel. */
export type RecordAudio = -1 | 0 | 1 | 2 | 3;

export type RecordSettings = {
  enable: RecordEnable;
  /** One '1' for each channel that is recorded with `enable` 2. Missing places are '0'. */
  plan: string;
  audio: RecordAudio;
  /** 0: the server's own number. */
  days: number;
};

export type PlannedChannel = { channel: number; sound: boolean };

/** The channels recorded now, in their order. */
export const plannedChannels = (settings: RecordSettings, channels: readonly number[]): PlannedChannel[] => {
  const { enable, plan, audio } = settings;
  if (enable < 1) return [];
  const chosen = enable === 1 ? [...channels] : channels.filter((channel) => plan[channel - 1] === '1');
  return chosen.map((channel, i) => ({ channel, sound: audio === 3 || (audio === 1 && i === 0) }));
};

/** Until when something recorded at `endMs` is kept at least. */
export const keptDays = (settings: RecordSettings, defaultDays: number): number =>
  settings.days > 0 ? settings.days : defaultDays;
