// What is asked for of an alarm that announced files, and under which number.
import { randomBytes } from 'node:crypto';
import { alarmKeyOf } from '../../gateway/index.ts';
import type { EventWithFiles } from '../event/index.ts';

/** 120 random bits as 24 letters and digits: unique for ever, and nobody guesses it. */
const newNumber = (): string => {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  return Array.from(randomBytes(24), (byte) => letters.charAt(byte & 31)).join('');
};

/** Undefined for an alarm whose sign says nothing. */
export const requestOf = (event: EventWithFiles, createdMs: number) => {
  const { serialno: eventSerial, deviceKey, alarmSign, deviceMs: takenMs, attachments: announced } = event;
  const alarmKey = alarmKeyOf(alarmSign);
  if (alarmKey === undefined) return undefined;
  return { eventSerial, deviceKey, alarmSign, alarmKey, takenMs, announced, alarmNumber: newNumber(), createdMs };
};
