// What is fetched from devices for events and in which order, and how much room what came of it may take.
import { z } from 'zod';
import { setting } from '../speak/setting.ts';

const FACTORS = { '': 1, M: 1, G: 1024, T: 1024 * 1024 } as const;
const SIZE = /^(\d{1,7})([MGT]?)$/;

/** A size like 100G; a number alone is in MB. Empty or 0: no limit. */
const quota = z
  .string()
  .trim()
  .toUpperCase()
  .refine((text) => text === '' || SIZE.test(text), 'Type a size like 500M, 100G or 2T, or nothing.');

/** Of a size as it is typed, in MB; 0: no limit. */
export const quotaMb = (size: string): number => {
  const [, digits = '0', unit = ''] = SIZE.exec(size.trim().toUpperCase()) ?? [];
  const factor = unit === 'M' || unit === 'G' || unit === 'T' ? FACTORS[unit] : FACTORS[''];
  return Number(digits) * factor;
};

const textFlag = z.codec(z.enum(['0', '1']), z.boolean(), {
  decode: (text) => text === '1',
  encode: (on) => (on ? '1' : '0'),
});

/**
 * `videoDownload`: footage is fetched from devices for events. `downloadOldfirst`: what happened first is fetched first, else what happened
 * last. Sizes: of footage and clips of events, of pictures and other files that devices were asked for, of what else was fetched from SD
 * cards, of files that devices sent of their own accord.
 */
export const eventParameters = z.object({
  videoDownload: textFlag,
  downloadOldfirst: textFlag,
  footagesize: quota,
  snapsize: quota,
  sdsize: quota,
  autouploadsize: quota,
});
export type EventParameters = z.output<typeof eventParameters>;

const held = z.object({ eventParams: eventParameters });
const example = {
  eventParams: {
    videoDownload: '1' as const,
    downloadOldfirst: '1' as const,
    footagesize: '100G',
    snapsize: '20G',
    sdsize: '',
    autouploadsize: '500M',
  },
};
export const eventParametersSetting = setting('/gkserver/event', held, {
  key: 'event',
  audit: { action: 'Set event parameters', secret: {} },
  shown: held,
  readers: 'admin',
  applies: 'now',
  configKeys: {
    'eventParams.videoDownload': 'videoDownload',
    'eventParams.downloadOldfirst': 'downloadOldFirst',
    'eventParams.footagesize': 'footageQuota',
    'eventParams.snapsize': 'snapshotQuota',
    'eventParams.sdsize': 'sdQuota',
    'eventParams.autouploadsize': 'autoUploadQuota',
  },
  about: {
    load: 'Whether and in which order footage is fetched for events, and how much room what came of it may take.',
    save: "Sets that. Without `videoDownload` nothing more is fetched for plans and custom events, and what is being fetched stops; it goes on when it is '1' again. Sizes are n or nM, nG, nT, in MB without a letter; empty or 0 is no limit. What is beyond a size goes within a minute, the oldest first, but files that are protected.",
  },
  example: { saved: example, shown: example },
});
