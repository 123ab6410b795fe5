// The alarms of one vehicle: bits that stay, bits that end with the platform's answer, active-safety items with their signs, and
// chance events at plausible rates. Decides nothing about sending.
import { activeSafetyItem, makeAlarmSign, standardItem } from '@outrider/jt808';
import type { ActiveSafetyValue, AlarmSign, LocationItem } from '@outrider/jt808';
import type { Dice } from '../drive/dice.ts';
import { Limits, WATCHED } from './limits.ts';
import type { ParameterStore } from './parameter-store.ts';
import { PARAMETER } from './parameter-table.ts';
import type { ReportExtras, Trip } from './trip.ts';

/** Bits of 0x0200 by name (section 13.2), and active-safety kinds. */
export const ALARM_BITS = {
  sos: 0,
  overspeed: 1,
  fatigue: 2,
  danger: 3,
  'gnss-antenna-open': 5,
  'power-low': 7,
  'power-lost': 8,
  'camera-fault': 11,
  'overspeed-warning': 13,
  'fatigue-warning': 14,
  'daily-driving': 18,
  'parked-too-long': 19,
  'area-crossed': 20,
  'route-crossed': 21,
  'segment-time': 22,
  'off-route': 23,
  'fuel-abnormal': 25,
  stolen: 26,
  'illegal-ignition': 27,
  collision: 29,
  rollover: 30,
} as const;

export type BitAlarm = keyof typeof ALARM_BITS;

/** Active-safety kinds by name: item id and type (active safety, section 4). */
export const SAFETY_ALARMS = {
  'forward-collision': { item: 0x64, type: 1 },
  'lane-departure': { item: 0x64, type: 2 },
  'too-close': { item: 0x64, type: 3 },
  'pedestrian-collision': { item: 0x64, type: 4 },
  'driver-fatigue': { item: 0x65, type: 1 },
  'phone-call': { item: 0x65, type: 2 },
  smoking: { item: 0x65, type: 3 },
  distracted: { item: 0x65, type: 4 },
  'driver-absent': { item: 0x65, type: 5 },
  'camera-shielded': { item: 0x65, type: 6 },
  'mouth-mask': { item: 0x65, type: 9 },
  'eye-mask': { item: 0x65, type: 11 },
  'tyre-pressure': { item: 0x66, type: 0 },
  'blind-spot': { item: 0x67, type: 2 },
  'blind-spot-right': { item: 0x67, type: 3 },
  'harsh-braking': { item: 0x70, type: 2 },
} as const;

export type SafetyAlarm = keyof typeof SAFETY_ALARMS;
export type VideoAlarm = 'video-loss' | 'video-covered';
export type AlarmName = BitAlarm | SafetyAlarm | VideoAlarm;

/** Bits the terminal drops on any answer ("once" in section 13.2). */
const ONCE: readonly BitAlarm[] = [
  'sos',
  'danger',
  'area-crossed',
  'route-crossed',
  'segment-time',
  'illegal-ignition',
];

/** Mean time between chance events while driving, minutes. */
const CHANCES: readonly (readonly [AlarmName, number])[] = [
  ['lane-departure', 25],
  ['too-close', 30],
  ['forward-collision', 60],
  ['distracted', 45],
  ['phone-call', 80],
  ['driver-fatigue', 110],
  ['smoking', 120],
  ['harsh-braking', 70],
  ['blind-spot', 150],
  ['tyre-pressure', 400],
  ['sos', 900],
  ['video-loss', 600],
];

const VIDEO_LOSS_MS = 90_000;
const SIGN_LENGTH = 16;
const ATTACHMENTS = 3;
const DAY_MS = 86_400_000;

/** An active-safety alarm whose files the platform may ask for. */
export type RaisedSafety = { readonly sign: AlarmSign; readonly name: SafetyAlarm; readonly atMs: number };

/** Where a limit of its own is broken: kind of area as in item 0x11, and its id. */
export type SpeedingPlace = { readonly positionType: number; readonly areaId: number };

export class AlarmDesk {
  private readonly terminalId: string;
  private readonly dice: Dice;
  private readonly bits = new Set<BitAlarm>();
  private items: LocationItem[] = [];
  private nextId = 0;
  private readonly limits = new Limits();
  private inEmergency = false;
  private mask = 0;
  private videoMask = 0;
  private speedingIn: SpeedingPlace | null = null;
  private readonly raisedMs = new Map<SafetyAlarm, number>();
  private videoLossLeftMs = 0;
  private videoBits = 0;
  private signs = { second: 0, count: 0 };
  private readonly withFilesADay: number;
  private filed = { day: 0, count: 0 };

  /** `withFilesADay`: so many active-safety alarms of a day have files, as on a recorder whose room for them is small. */
  constructor(terminalId: string, dice: Dice, withFilesADay = Infinity) {
    this.terminalId = terminalId;
    this.dice = dice;
    this.withFilesADay = withFilesADay;
  }

  /** Raises an alarm for the next report. Active-safety kinds give the sign their files are asked for by, null where they are off. */
  raise(name: AlarmName, trip: Trip, timeMs: number, sight: Sight = usualSight): RaisedSafety | null {
    if (isSafety(name)) {
      const level = sight.levelOf(name, trip.motion.speedKmh, timeMs - (this.raisedMs.get(name) ?? -Infinity));
      if (level === null) return null;
      this.raisedMs.set(name, timeMs);
      return this.raiseSafety(name, trip, timeMs, level, sight);
    }
    if (name === 'video-loss' || name === 'video-covered') {
      this.videoBits = name === 'video-loss' ? 1 : 2;
      this.videoLossLeftMs = VIDEO_LOSS_MS;
      return null;
    }
    this.bits.add(name);
    if (name === 'sos') this.inEmergency = true;
    return null;
  }

  /** Ends a lasting alarm. */
  clear(name: AlarmName): void {
    if (!isSafety(name) && name !== 'video-loss' && name !== 'video-covered') this.bits.delete(name);
    else if (!isSafety(name)) this.videoLossLeftMs = 0;
  }

  /** Moves on by what was driven. Gives the chance event that happened, if any. */
  step(trip: Trip, parameters: ParameterStore, elapsedMs: number, chances: boolean): AlarmName | null {
    this.videoLossLeftMs = Math.max(0, this.videoLossLeftMs - elapsedMs);
    this.mask = parameters.number(PARAMETER.alarmMask, 0);
    this.videoMask = parameters.number(PARAMETER.videoAlarmMask, 0);
    const holds = this.limits.step(trip, parameters, elapsedMs, trip.nowMs);
    for (const name of WATCHED) this.keep(name, holds.has(name));
    if (this.speedingIn !== null) this.bits.add('overspeed');
    if (!chances || trip.motion.speedKmh < 15) return null;
    for (const [name, minutes] of CHANCES) {
      if (this.dice.chance(1 - Math.exp(-elapsedMs / (minutes * 60_000)))) return name;
    }
    return null;
  }

  /** What goes into the report of now; items only once. */
  forReport(): ReportExtras {
    const items = [...this.items];
    this.items = [];
    const videoBits = this.videoBits & ~this.videoMask;
    if (this.videoLossLeftMs > 0 && videoBits !== 0) {
      items.push(standardItem(0x14, { videoAlarm: videoBits }));
      items.push(videoBits === 1 ? standardItem(0x15, { videoLoss: 2 }) : standardItem(0x16, { videoCover: 2 }));
    }
    if (this.isUp('overspeed')) items.push(standardItem(0x11, this.speedingIn ?? { positionType: 0, areaId: null }));
    return { alarm: this.bitsNow(), items };
  }

  /** The alarm word of 0x0200 as it stands. */
  bitsNow(): number {
    let alarm = 0;
    for (const name of this.bits) if (this.isUp(name)) alarm += 2 ** ALARM_BITS[name];
    return alarm;
  }

  /** An area or a route was entered or left, or a segment took too long: a bit that ends with the answer, and its item, once. */
  crossed(name: 'area-crossed' | 'route-crossed' | 'segment-time', item: LocationItem): void {
    this.bits.add(name);
    this.items.push(item);
  }

  /** What areas and routes say that lasts: a limit of theirs is broken, the route was left. */
  place(speedingIn: SpeedingPlace | null, offRoute: boolean): void {
    if (this.speedingIn !== null && speedingIn === null) this.bits.delete('overspeed');
    this.speedingIn = speedingIn;
    if (speedingIn !== null) this.bits.add('overspeed');
    this.keep('off-route', offRoute);
  }

  /** Until it is confirmed (0x8203), reports come at the interval of an emergency. */
  get emergency(): boolean {
    return this.inEmergency;
  }

  /** Items that no report has carried yet. */
  get hasNews(): boolean {
    return this.items.length > 0;
  }

  /** The platform confirmed by 0x8203. */
  confirmed(): void {
    this.inEmergency = false;
    this.answered();
  }

  /** After a restart nothing is left that was raised. */
  reset(): void {
    this.bits.clear();
    this.inEmergency = false;
    this.items = [];
    this.videoLossLeftMs = 0;
    this.speedingIn = null;
  }

  /** The platform answered a report that carried bits: those that end with it are gone. */
  answered(): void {
    for (const name of ONCE) this.bits.delete(name);
  }

  /** Up, and not masked by parameter 0x0050. */
  private isUp(name: BitAlarm): boolean {
    return this.bits.has(name) && Math.floor(this.mask / 2 ** ALARM_BITS[name]) % 2 === 0;
  }

  private keep(name: BitAlarm, holds: boolean): void {
    if (holds) this.bits.add(name);
    else this.bits.delete(name);
  }

  private raiseSafety(name: SafetyAlarm, trip: Trip, timeMs: number, level: 1 | 2, sight: Sight): RaisedSafety {
    const sign = this.sign(timeMs);
    const { item } = SAFETY_ALARMS[name];
    this.items.push(activeSafetyItem(item, this.safetyValue(name, trip, sign, level, sight)));
    return { sign, name, atMs: timeMs };
  }

  /** How many files the alarm of now has. */
  private attachments(timeMs: number): number {
    const day = Math.floor(timeMs / DAY_MS);
    this.filed = { day, count: this.filed.day === day ? this.filed.count + 1 : 1 };
    return this.filed.count > this.withFilesADay ? 0 : ATTACHMENTS;
  }

  private sign(timeMs: number): AlarmSign {
    const second = Math.floor(timeMs / 1000);
    this.signs = { second, count: this.signs.second === second ? this.signs.count + 1 : 0 };
    return makeAlarmSign(
      {
        terminalId: this.terminalId,
        time: second * 1000,
        sequence: this.signs.count,
        attachments: this.attachments(timeMs),
      },
      SIGN_LENGTH,
    );
  }

  private safetyValue(
    name: SafetyAlarm,
    trip: Trip,
    alarmSign: AlarmSign,
    level: 1 | 2,
    sight: Sight,
  ): ActiveSafetyValue {
    const { item, type } = SAFETY_ALARMS[name];
    const { speedKmh, latitude, longitude, altitude } = trip.report(alarmSign.time ?? 0, { alarm: 0, items: [] });
    const moment = {
      alarmId: this.nextId,
      flag: 0,
      speedKmh: Math.min(250, Math.round(speedKmh)),
      altitude,
      latitude,
      longitude,
      time: alarmSign.time,
      vehicleStatus: 1 | (1 << 10),
      alarmSign,
    };
    this.nextId += 1;
    if (item === 0x64) {
      const front = {
        frontSpeedKmh: Math.round(speedKmh * 0.6),
        distance100ms: sight.ahead100ms(this.dice.whole(8, 27), speedKmh),
      };
      return {
        ...moment,
        type,
        level,
        ...front,
        deviation: type === 2 ? sight.deviation(this.dice.whole(1, 2)) : 0,
        signType: 0,
        signValue: 0,
      };
    }
    if (item === 0x65)
      return { ...moment, type, level, fatigue: type === 1 ? this.dice.whole(4, 9) : 0, reserved: new Uint8Array(4) };
    if (item === 0x66) {
      return { ...moment, tires: [{ position: 2, alarmBits: 4, pressureKpa: 610, temperatureC: 47, batteryPct: 88 }] };
    }
    if (item === 0x67) return { ...moment, type };
    return { ...moment, type, timeThresholdS: 1, threshold1: 30, threshold2: 0 };
  }
}

/** Level of an alarm by the speed in km/h and the time since the last of its kind; null when the recorder does not raise it. */
type LevelOf = (name: SafetyAlarm, speedKmh: number, sinceMs: number) => 1 | 2 | null;

/** How a vehicle sees, by its settings. */
export type Sight = {
  readonly levelOf: LevelOf;
  /** Time to what drives ahead, 100 ms, as it is measured. */
  readonly ahead100ms: (true100ms: number, speedKmh: number) => number;
  /** The side on which a lane is left: 1 left, 2 right. */
  readonly deviation: (chance: number) => number;
};

const usualSight: Sight = {
  levelOf: (_, speedKmh) => (speedKmh > 50 ? 2 : 1),
  ahead100ms: (true100ms) => true100ms,
  deviation: (chance) => chance,
};

const isSafety = (name: AlarmName): name is SafetyAlarm => Object.hasOwn(SAFETY_ALARMS, name);
