// Orders to devices in words: what they are, how they stand, what came of them. In English keys, which the catalogues translate.
import type { DeviceOrder, OrderKindName, OrderState } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { outcomeText } from '../../lib/outcome-words.ts';
import { parameterNamesText } from '../parameters/words.ts';

const kinds: Readonly<Record<OrderKindName, string>> = {
  text: 'Text',
  reboot: 'Restart',
  restore: 'Restore defaults',
  mcu: 'MCU command',
  photo: 'Take photo',
  locate: 'Ask for position',
  doors: 'Doors',
  format: 'Format SD card',
  wakeup: 'Wake up',
  parameters: 'Set parameters',
  firmware: 'Firmware update',
  areas: 'Areas and routes',
  control: 'Power and connection',
  media: 'Fetch what the device keeps',
  sound: 'Record sound',
  upload: 'Upload to an FTP server',
  redirect: 'Go to another server',
};
const states: Readonly<Record<OrderState, string>> = {
  waiting: 'Waiting',
  sent: 'Sent, no answer yet',
  done: 'Done',
  refused: 'Refused',
  expired: 'Given up',
  cancelled: 'Cancelled',
};
/** Ends that are no failure of a request. */
const ends: Readonly<Record<string, string>> = {
  'too-old': 'The device was away for too long',
  replaced: 'Replaced by a newer order',
  unknown: 'The server stopped before the answer',
};

export const orderKindText = (kind: OrderKindName): string => t(kinds[kind]);
export const orderStateText = (state: OrderState): string => t(states[state]);

const LACKS = 'The device does not have this parameter: ';
/** Whether a device took what it knows of an order and lacks the rest. */
export const isInPart = (message: string): boolean => message.startsWith(LACKS);

const namesOf = (keys: string): string => parameterNamesText(keys.split(', '));

/** What the server keeps with an order as a sentence with something in it. */
const sentences: readonly (readonly [RegExp, (said: string) => string])[] = [
  [/^By (.+)$/, (user) => t('By {user}', { user })],
  [/^Picture ([\d, ]+)$/, (numbers) => t('Picture {numbers}', { numbers })],
  [/^(The device refused: .+)$/, (said) => t(said)],
  [
    /^The device did not take this and kept what it had: (.+)$/,
    (keys) => t('The device did not take this and kept what it had: {names}.', { names: namesOf(keys) }),
  ],
  [
    /^The device does not have this parameter: (.+)$/,
    (keys) => t('The device does not have this parameter: {names}.', { names: namesOf(keys) }),
  ],
];
/** Undefined where it is none of these, but a text of its own. */
export const orderSentence = (message: string): string | undefined => {
  for (const [form, text] of sentences) {
    const said = form.exec(message)?.[1];
    if (said !== undefined) return text(said);
  }
  return undefined;
};
const orderMessageText = (message: string): string => orderSentence(message) ?? (message === '' ? '' : t(message));

/** An end that is no failure of a request; undefined for any other outcome. */
export const orderEndText = (outcome: string): string | undefined => {
  const end = ends[outcome];
  return end === undefined ? undefined : t(end);
};

/** Why it stands so, with what the device said; '' where the state says it all. */
export const orderReasonText = ({
  state,
  outcome,
  message,
}: Pick<DeviceOrder, 'state' | 'outcome' | 'message'>): string => {
  const end = orderEndText(outcome);
  if (end !== undefined) return end;
  if (outcome === 'device_refused') return orderMessageText(message);
  if (state === 'refused' || state === 'expired') return outcomeText(outcome);
  return orderMessageText(message);
};
