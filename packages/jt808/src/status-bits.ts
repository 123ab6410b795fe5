// The status bits of a location report (section 13.3), named by what a set bit means.
import type { Edition } from './message.ts';

/** One status bit and the editions in which it is not reserved. Bits 8 and 9 are the load, see loadOf. */
export type StatusBit = { readonly bit: number; readonly name: string; readonly editions: readonly Edition[] };

const ALL: readonly Edition[] = ['2011', '2013', '2019'];
const FROM_2013: readonly Edition[] = ['2013', '2019'];
const ONLY_2019: readonly Edition[] = ['2019'];

const row = (bit: number, name: string, editions = ALL): StatusBit => ({ bit, name, editions });

/** In the order of the bits. */
export const STATUS_BITS: readonly StatusBit[] = [
  row(0, 'accOn'),
  row(1, 'fixed'),
  row(2, 'south'),
  row(3, 'west'),
  row(4, 'outOfOperation'),
  row(5, 'coordinatesEncrypted'),
  row(6, 'forwardCollisionWarning', ONLY_2019),
  row(7, 'laneDepartureWarning', ONLY_2019),
  row(10, 'fuelCut'),
  row(11, 'electricCut'),
  row(12, 'doorsLocked'),
  row(13, 'frontDoorOpen', FROM_2013),
  row(14, 'middleDoorOpen', FROM_2013),
  row(15, 'rearDoorOpen', FROM_2013),
  row(16, 'driverDoorOpen', FROM_2013),
  row(17, 'customDoorOpen', FROM_2013),
  row(18, 'gpsUsed', FROM_2013),
  row(19, 'beidouUsed', FROM_2013),
  row(20, 'glonassUsed', FROM_2013),
  row(21, 'galileoUsed', FROM_2013),
  row(22, 'moving', ONLY_2019),
];

/** The named bits set in `status`, by the edition's meaning. */
export const statusOf = (status: number, edition: Edition): StatusBit[] =>
  STATUS_BITS.filter(({ bit, editions }) => ((status >>> bit) & 1) === 1 && editions.includes(edition));

/** Bits 8 and 9 (2013 and 2019); the value 2 is reserved. */
export const loadOf = (status: number): 'empty' | 'half' | 'reserved' | 'full' => {
  const bits = (status >>> 8) & 3;
  if (bits === 0) return 'empty';
  if (bits === 1) return 'half';
  return bits === 2 ? 'reserved' : 'full';
};
