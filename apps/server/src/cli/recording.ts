// What is recorded of a device. Works beside a running server.
import { changeByCommand, type CommandChange, keyOfDevice } from '../features/device/index.ts';
import { StartError } from '../kernel/errors.ts';
import { nameOf, withAccounts } from './account-words.ts';
import type { CliCommand } from './command.ts';

const USAGE = 'recording DEVICE [--record off|live|full|1100] [--days 30] [--audio 3]';
const MAX_DAYS = 29_999;
const words = { off: -1, live: 0, full: 1 } as const;
const isWord = (text: string): text is keyof typeof words => Object.hasOwn(words, text);
const sounds = [-1, 0, 1, 2, 3] as const;

const recordOf = (text: string): Pick<CommandChange, 'recordEnable' | 'recordPlan'> => {
  if (isWord(text)) return { recordEnable: words[text], recordPlan: '' };
  if (/^[01]{1,64}$/.test(text)) return { recordEnable: 2, recordPlan: text };
  throw new StartError('record must be off (no video at all), live, full, or a 1 or 0 for each channel like 1100.');
};

const daysOf = (text: string): number => {
  const days = Number(text);
  if (/^\d{1,5}$/.test(text) && days <= MAX_DAYS) return days;
  throw new StartError(`days must be 1 to ${MAX_DAYS}, or 0 for what the configuration says.`);
};

const audioOf = (text: string): CommandChange['recordAudio'] => {
  const audio = sounds.find((each) => String(each) === text);
  if (audio === undefined)
    throw new StartError('audio must be -1 (forbidden), 0 or 2 (none recorded), 1 (one channel) or 3 (every channel).');
  return audio;
};

const inWords = (
  { recordEnable, recordPlan, recordAudio: audio, recordDays: days }: CommandChange,
  recordByDefault: 'off' | 'full',
): string => {
  const enable = recordEnable ?? (recordByDefault === 'full' ? 1 : 0);
  const record =
    enable === 2 ? recordPlan : (Object.keys(words).find((word) => isWord(word) && words[word] === enable) ?? '');
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
        ...(days !== undefined && { recordDays: daysOf(days) }),
        ...(audio !== undefined && { recordAudio: audioOf(audio) }),
      };
      const key = await keyOfDevice(opened.db, id);
      if (key === undefined) throw new StartError(`There is no device ${id}.`);
      const holds = await changeByCommand(opened.db, key, context.clock.now(), change);
      if (holds !== undefined) context.print(`${id}: ${inWords(holds, context.config.recordByDefault)}`);
    }),
};
