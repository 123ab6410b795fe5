// Orders to devices in words: what they are, how they stand, what came of them. In English keys, which the catalogues translate.
import type { DeviceOrder, OrderKindName, OrderState } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';
import { outcomeText } from '../../lib/outcome-words.ts';

const kinds: Readonly<Record<OrderKindName, string>> = {
  text: 'Text',
  reboot: 'Restart',
  restore: 'Restore defaults',
  mcu: 'MCU command',
  photo: 'Take photo',
  locate: 'Ask for position',
  doors: 'Doors',
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

/** Why it stands so, with what the device said; '' where the state says it all. */
export const orderReasonText = ({ state, outcome, message }: DeviceOrder): string => {
  const end = ends[outcome];
  if (end !== undefined) return t(end);
  if (state === 'refused' || state === 'expired') return outcomeText(outcome);
  return message === '' ? '' : t(message);
};
