// The alarm bits of a location report (section 13.2), named. Which of them become events is the server's business.
import type { Edition } from './message.ts';

/**
 * One alarm bit. `kept`: set until the condition ends. `once`: the terminal clears it after any answer to the report.
 * `editions` in which the bit means this; elsewhere it is reserved, and trackers use 15 to 17 for their own.
 */
export type AlarmBit = {
  readonly bit: number;
  readonly name: string;
  readonly lifetime: 'kept' | 'once';
  readonly editions: readonly Edition[];
};

const ALL: readonly Edition[] = ['2011', '2013', '2019'];
const FROM_2013: readonly Edition[] = ['2013', '2019'];
const ONLY_2013: readonly Edition[] = ['2013'];
const ONLY_2019: readonly Edition[] = ['2019'];

const kept = (bit: number, name: string, editions = ALL): AlarmBit => ({ bit, name, lifetime: 'kept', editions });
const once = (bit: number, name: string, editions = ALL): AlarmBit => ({ bit, name, lifetime: 'once', editions });

/** In the order of the bits; bit 3 changes its lifetime between the editions and stands here twice. */
export const ALARM_BITS: readonly AlarmBit[] = [
  once(0, 'sos'),
  kept(1, 'overspeed'),
  kept(2, 'fatigue'),
  once(3, 'dangerWarning', ['2011', '2013']),
  kept(3, 'dangerousDriving', ONLY_2019),
  kept(4, 'gnssFault'),
  kept(5, 'gnssAntennaOpen'),
  kept(6, 'gnssAntennaShort'),
  kept(7, 'mainPowerLow'),
  kept(8, 'mainPowerLost'),
  kept(9, 'displayFault'),
  kept(10, 'ttsFault'),
  kept(11, 'cameraFault'),
  kept(12, 'transportCardFault', FROM_2013),
  kept(13, 'overspeedWarning', FROM_2013),
  kept(14, 'fatigueWarning', FROM_2013),
  kept(15, 'forbiddenPeriodDriving', ONLY_2019),
  kept(16, 'tirePressureWarning', ONLY_2019),
  kept(17, 'rightTurnBlindSpot', ONLY_2019),
  kept(18, 'drivingPerDayExceeded'),
  kept(19, 'parkedTooLong'),
  once(20, 'areaInOut'),
  once(21, 'routeInOut'),
  once(22, 'segmentTime'),
  kept(23, 'offRoute'),
  kept(24, 'speedSensorFault'),
  kept(25, 'fuelAbnormal'),
  kept(26, 'stolen'),
  once(27, 'illegalIgnition'),
  once(28, 'illegalMovement'),
  kept(29, 'collision', FROM_2013),
  kept(30, 'rolloverWarning', FROM_2013),
  once(31, 'illegalDoorOpening', ONLY_2013),
];

/** The named alarms set in `alarm`, by the edition's meaning; reserved bits are left out. */
export const alarmsOf = (alarm: number, edition: Edition): AlarmBit[] =>
  ALARM_BITS.filter(({ bit, editions }) => ((alarm >>> bit) & 1) === 1 && editions.includes(edition));
