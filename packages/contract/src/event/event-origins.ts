// The one table from what a device reports to event codes: alarm bits of JT/T 808, video alarm bits of JT/T 1078, active-safety types.

/** `kept`: lasts until the bit clears, then it is recovered. `once`: the device clears it after any answer. */
export type BitOrigin = {
  readonly code: number;
  readonly lasts: 'kept' | 'once';
  readonly note?: string;
  readonly call?: true;
};

const kept = (code: number, note?: string): BitOrigin =>
  note === undefined ? { code, lasts: 'kept' } : { code, lasts: 'kept', note };
const once = (code: number, note?: string): BitOrigin =>
  note === undefined ? { code, lasts: 'once' } : { code, lasts: 'once', note };

/** Alarm word of 0x0200 by bit (JT/T 808 table 24). Faults without a code of their own are notices that name them. */
export const alarmBitOrigins: Readonly<Record<number, BitOrigin>> = {
  0: { code: 19, lasts: 'once', note: 'SOS', call: true },
  1: kept(13),
  2: kept(104),
  3: kept(106),
  4: kept(18, 'GNSS module fault'),
  5: kept(18, 'GNSS antenna not connected'),
  6: kept(18, 'GNSS antenna short circuit'),
  7: kept(18, 'Main power low'),
  8: kept(18, 'Main power lost'),
  9: kept(18, 'Display fault'),
  10: kept(18, 'Speech module fault'),
  11: kept(18, 'Camera fault'),
  12: kept(18, 'Transport card module fault'),
  13: kept(714),
  14: kept(105),
  15: kept(108),
  16: kept(783),
  17: kept(774),
  18: kept(107),
  19: kept(109),
  20: once(112),
  21: once(111),
  22: once(113),
  23: kept(110),
  24: kept(18, 'Speed sensor fault'),
  25: kept(18, 'Fuel abnormal'),
  26: kept(18, 'Vehicle stolen'),
  27: once(114),
  28: once(115),
  29: kept(16),
  30: kept(116),
  31: once(18, 'Illegal door opening'),
};

/** Item 0x14 of JT/T 1078 by bit (table 4.2 of the reference). */
export const videoAlarmBitOrigins: Readonly<Record<number, BitOrigin>> = {
  0: kept(15),
  1: kept(18, 'Camera covered'),
  2: kept(12),
  3: kept(18, 'Video equipment fault'),
  4: kept(18, 'Overcrowded'),
  5: kept(117),
  6: once(18, 'Alarm recording storage full'),
};

/** Start and end code of an active-safety alarm; `end` null where the catalogue has no end. */
export type SafetyCodes = { readonly start: number; readonly end: number | null };
export type SafetySource = 'assistance' | 'driver' | 'tyre' | 'blind-spot' | 'harsh';

const lasting = (start: number): SafetyCodes => ({ start, end: start + 1 });
const single = (start: number): SafetyCodes => ({ start, end: null });

/** Types of items 0x64, 0x65, 0x67 and 0x70; of 0x66 the alarm bit of a tyre. Where editions differ, the meaning met most. */
const safetyTypes: Readonly<Record<SafetySource, Readonly<Record<number, SafetyCodes>>>> = {
  assistance: {
    0x01: lasting(704),
    0x02: lasting(702),
    0x03: lasting(708),
    0x04: lasting(706),
    0x05: lasting(720),
    0x06: lasting(722),
    0x07: lasting(724),
    0x08: lasting(732),
    0x10: single(726),
    0x11: single(727),
    0x12: lasting(728),
    0x13: lasting(730),
  },
  driver: {
    0x01: lasting(740),
    0x02: lasting(742),
    0x03: lasting(744),
    0x04: lasting(746),
    0x05: lasting(748),
    0x06: lasting(750),
    0x07: lasting(764),
    0x08: lasting(752),
    0x0a: lasting(754),
    0x0b: lasting(756),
    0x0c: lasting(758),
    0x0d: lasting(760),
    0x10: single(762),
    0x11: single(763),
  },
  tyre: {
    1: single(776),
    2: single(777),
    3: single(778),
    4: single(779),
    5: single(780),
    6: single(781),
    7: single(782),
  },
  'blind-spot': { 1: lasting(770), 2: lasting(772), 3: lasting(774) },
  harsh: { 1: single(101), 2: single(102), 3: single(103) },
};

const others: Readonly<Record<SafetySource, SafetyCodes>> = {
  assistance: lasting(734),
  driver: lasting(766),
  tyre: single(783),
  'blind-spot': lasting(770),
  harsh: single(106),
};

/** A type the table does not know gets the general code of its source, so that nothing a device reports is lost. */
export const safetyCodes = (
  source: SafetySource,
  type: number,
  detail: { side?: 'left' | 'right'; level?: number } = {},
): SafetyCodes => {
  if (source === 'assistance' && type === 0x02 && detail.side === 'left') return lasting(700);
  if (source === 'assistance' && type === 0x03 && detail.level !== undefined && detail.level >= 2) return lasting(710);
  return safetyTypes[source][type] ?? others[source];
};
