// What is recorded of a device, until the device editor comes. Works beside a running server.
import { keyOfDevice } from '../features/device/index.ts';
import { changeRecordSettings, type RecordSettings } from '../features/recording/index.ts';
import { StartError } from '../kernel/errors.ts';
import { nameOf, withAccounts } from './account-words.ts';
import type { CliCommand } from './command.ts';

const USAGE = 'recording DEVICE [--record off|live|full|1100] [--days 30] [--audio 3]';
const MAX_DAYS = 29_999;
const words = { off: -1, live: 0, full: 1 } as const;
const isWord = (text: string): text is keyof typeof words => Object.hasOwn(words, text);
const sounds = [-1, 0, 1, 2, 3] as const;

const recordOf = (text: string): Pick<RecordSettings, 'enable' | 'plan'> => {
  if (isWord(text)) return { enable: words[text], plan: '' };
  if (/^[01]{1,64}$/.test(text)) return { enable: 2, plan: text };
  throw new StartError('record must be off (no video at all), live, full, or a 1 or 0 for each channel like 1100.');
};

const daysOf = (text: string): number => {
  const days = Number(text);
  if (/^\d{1,5}$/.test(text) && days <= MAX_DAYS) return days;
  throw new StartError(`days must be 1 to ${MAX_DAYS}, or 0 for what the configuration says.`);
};

const audioOf = (text: string): RecordSettings['audio'] => {
  const audio = sounds.find((each) => String(each) === text);
  if (audio === undefined)
    throw new StartError('audio must be -1 (forbidden), 0 or 2 (none recorded), 1 (one channel) or 3 (every channel).');
  return audio;
};

const inWords = ({ enable, plan, audio, days }: RecordSettings): string => {
  const record =
    enable === 2 ? plan : (Object.keys(words).find((word) => isWord(word) && words[word] === enable) ?? '');
  return `record ${record}, days ${days === 0 ? 'as configured' : days}, audio ${audio}`;
};

export const recording: CliCommand = {
  usage: USAGE,
  options: ['record', 'days', 'audio'],
  about: 'Shows or changes what is recorded of a device, how many days it is kept and with which sound.',
  run: (context) =>
    withAccounts(context, async ({ opened }) => {
      const id = nameOf(context, USAGE);
      const { record, days, audio } = context.options;
      const change = {
        ...(record !== undefined && recordOf(record)),
        ...(days !== undefined && { days: daysOf(days) }),
        ...(audio !== undefined && { audio: audioOf(audio) }),
      };
      const key = await keyOfDevice(opened.db, id);
      if (key === undefined) throw new StartError(`There is no device ${id}.`);
      const { recordByDefault } = context.config;
      context.print(`${id}: ${inWords(await changeRecordSettings(opened.db, key, recordByDefault, change))}`);
    }),
};
