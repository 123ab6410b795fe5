// How much an alarm matters, in three steps: what people are shown first. By its code, and for alarms from outside by its note.
import { eventRow } from './event-codes.ts';

/** urgent: somebody may be hurt. warning: somebody should look. notice: good to know. */
export const severities = ['urgent', 'warning', 'notice'] as const;
export type Severity = (typeof severities)[number];

const EXTERNAL_ALARM = 19;

/** The driver pressed for help. */
export const isCallForHelp = (code: number, note: string): boolean => code === EXTERNAL_ALARM && note === 'SOS';

/** G-sensor, fatigue, rollover; collisions and fatigue of driver assistance and monitoring. */
const urgent = new Set([16, 104, 116, 704, 706, 740]);
const URGENT_NAME = /collision|rollover|pedestrian/i;
/** Inputs, idling and parking, notes, fences, and what a camera saw that asks for no act. */
const notices = new Set([4, 5, 6, 7, 8, 9, 10, 11, 14, 18, 51, 52, 109]);

/** The severity of an event; one that is no alarm, or that the catalogue does not know, is a notice. */
export const severityOf = (code: number, note = ''): Severity => {
  const row = eventRow(code);
  if (isCallForHelp(code, note) || urgent.has(code) || (row?.alarm === true && URGENT_NAME.test(row.name)))
    return 'urgent';
  return row?.alarm !== true || notices.has(code) ? 'notice' : 'warning';
};
