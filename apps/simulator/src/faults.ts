// What can be wrong with a vehicle on purpose, and how it is written on the command line: `cut=30`, `half-frames`, …

/** Faults of one vehicle; none by default. */
export type Faults = {
  /** Drops the link, and every media connection, after so many seconds. */
  readonly cutEveryS?: number;
  /** Throttles each connection to so many bytes a second. */
  readonly slowBytesPerS?: number;
  /** Writes frames in two halves, and now and then only the first half. */
  readonly halfFrames?: boolean;
  /** Share of frames that go out with a wrong checksum first, and right when they are repeated. */
  readonly badChecksum?: number;
  /** Added to the device's clock, seconds. */
  readonly clockOffsetS?: number;
  /** Splits every message into sub-packages. */
  readonly subpackageAll?: boolean;
  /** Says yes to 0x9101 and 0x9201, then never connects, or connects and never sends. */
  readonly neverVideo?: 'no-connect' | 'no-data';
  /** No satellites: reports say that they have no place. */
  readonly noGps?: boolean;
  /** Its speed limit (parameter 0x0055), km/h: a low one is broken all the time. */
  readonly speedLimitKmh?: number;
  /** Drives so fast, km/h, whatever road it is on, and stops nowhere. */
  readonly speedingKmh?: number;
  /** Sends main streams in H.265, for which many browsers have no decoder. */
  readonly h265?: boolean;
  /** Its second camera's main stream is 1280 x 720. */
  readonly hd?: boolean;
  /** Random bytes between frames and between media packets. */
  readonly garbage?: boolean;
  /** Says no to 0x9201. */
  readonly noPlayback?: boolean;
  /** Closes a playback after so many recorded seconds, wherever it was meant to end. */
  readonly playbackStopsS?: number;
  /** Sends nothing more after so many recorded seconds, and leaves the connection open. */
  readonly playbackStallsS?: number;
  /** Answers 0x9205 after so many seconds. */
  readonly slowListS?: number;
  /** The number in 0x1205 is not that of its records. */
  readonly wrongCount?: boolean;
  /** The list of the disk comes in whole messages of so many records, the second one twice. */
  readonly listParts?: number;
  /**
   * With the files of an alarm: hangs up in the middle of the first long one and dials again; says that they are longer than they are;
   * names another alarm; says yes and does not come; brings files that nobody asked for, too.
   */
  readonly files?: (typeof FILE_FAULTS)[number];
  /**
   * With its parameters: sets the first half of a list and says failed; tells every second one; tells numbers cut by a byte; says
   * nothing; refuses to set any; passes over what it does not know and says done.
   */
  readonly parameters?: (typeof PARAMETER_FAULTS)[number];
  /** With faces: each photo arrives damaged; says nothing. */
  readonly faces?: (typeof FACE_FAULTS)[number];
  /** Answers to parameters come after so many seconds. */
  readonly lateParametersS?: number;
  /**
   * With a new firmware: a bit of it turns on the way; refuses to take one; falls silent at half of it; says that it is installed and
   * keeps the old one; says nothing of how far it is; knows no links, only packets.
   */
  readonly upgrade?: (typeof UPGRADE_FAULTS)[number];
  /** Of a firmware in packets: answers each of them; loses one in seven and asks for it again. Others answer the whole alone. */
  readonly packets?: (typeof PACKET_FAULTS)[number];
  /** Fetches its firmware with so many bytes a second. */
  readonly slowUpgradeBytesPerS?: number;
};

const FILE_FAULTS = ['break', 'length', 'sign', 'silent', 'stray'] as const;

const PARAMETER_FAULTS = ['half-set', 'half-told', 'wrong-length', 'silent', 'refuses', 'ignores'] as const;

const FACE_FAULTS = ['damaged', 'silent'] as const;
const UPGRADE_FAULTS = ['corrupt', 'refuses', 'silent', 'keeps-old', 'quiet', 'no-link'] as const;
const PACKET_FAULTS = ['answered', 'lossy'] as const;

type FaultRow = {
  readonly name: string;
  readonly help: string;
  readonly read: (value: string | undefined) => Faults;
};

const number = (name: string, value: string | undefined, fallback: number, low: number, high: number): number => {
  const read = value === undefined ? fallback : Number(value);
  if (!Number.isFinite(read) || read < low || read > high) {
    throw new RangeError(`fault ${name}: ${value ?? ''} is not between ${low} and ${high}`);
  }
  return read;
};

/** Every fault by its name on the command line. */
export const FAULTS: readonly FaultRow[] = [
  {
    name: 'cut',
    help: 'cut[=S]: drop every connection after S seconds (30)',
    read: (v) => ({ cutEveryS: number('cut', v, 30, 1, 86_400) }),
  },
  {
    name: 'slow',
    help: 'slow[=B]: at most B bytes a second on each connection (8000)',
    read: (v) => ({ slowBytesPerS: number('slow', v, 8000, 50, 1e9) }),
  },
  {
    name: 'half-frames',
    help: 'half-frames: frames in two halves, some never finished',
    read: () => ({ halfFrames: true }),
  },
  {
    name: 'bad-checksum',
    help: 'bad-checksum[=P]: P per cent of frames first go out with a wrong checksum (10)',
    read: (v) => ({ badChecksum: number('bad-checksum', v, 10, 0, 100) / 100 }),
  },
  {
    name: 'clock-offset',
    help: "clock-offset[=S]: the device's clock is S seconds ahead (86400)",
    read: (v) => ({ clockOffsetS: number('clock-offset', v, 86_400, -1e9, 1e9) }),
  },
  {
    name: 'clock-zone',
    help: "clock-zone[=H]: the device's clock runs H hours east of UTC (0) and not in the standard's GMT+8",
    read: (v) => ({ clockOffsetS: (number('clock-zone', v, 0, -12, 14) - 8) * 3600 }),
  },
  {
    name: 'subpackage-all',
    help: 'subpackage-all: every message in sub-packages',
    read: () => ({ subpackageAll: true }),
  },
  {
    name: 'never-video',
    help: 'never-video[=no-data]: says yes to video and never connects, or never sends',
    read: (v) => ({ neverVideo: neverVideo(v) }),
  },
  {
    name: 'no-playback',
    help: 'no-playback: says no to playing what is on the disk',
    read: () => ({ noPlayback: true }),
  },
  {
    name: 'playback-stops',
    help: 'playback-stops[=S]: closes a playback after S recorded seconds (30)',
    read: (v) => ({ playbackStopsS: number('playback-stops', v, 30, 1, 86_400) }),
  },
  {
    name: 'playback-stalls',
    help: 'playback-stalls[=S]: falls silent after S recorded seconds (30)',
    read: (v) => ({ playbackStallsS: number('playback-stalls', v, 30, 1, 86_400) }),
  },
  {
    name: 'slow-list',
    help: 'slow-list[=S]: tells what is on the disk after S seconds (15)',
    read: (v) => ({ slowListS: number('slow-list', v, 15, 0, 600) }),
  },
  {
    name: 'wrong-count',
    help: 'wrong-count: lists of the disk with a wrong number',
    read: () => ({ wrongCount: true }),
  },
  {
    name: 'list-parts',
    help: 'list-parts[=N]: lists of the disk in whole messages of N records (25), one of them twice',
    read: (v) => ({ listParts: number('list-parts', v, 25, 1, 1000) }),
  },
  {
    name: 'files',
    help: `files=${FILE_FAULTS.join('|')}: what goes wrong with the files of active-safety alarms (break)`,
    read: (v) => ({ files: oneOf('files', FILE_FAULTS, v) }),
  },
  {
    name: 'parameters',
    help: `parameters=${PARAMETER_FAULTS.join('|')}: what goes wrong with its parameters (half-set)`,
    read: (v) => ({ parameters: oneOf('parameters', PARAMETER_FAULTS, v) }),
  },
  {
    name: 'late-parameters',
    help: 'late-parameters[=S]: answers to parameters after S seconds (15)',
    read: (v) => ({ lateParametersS: number('late-parameters', v, 15, 0, 600) }),
  },
  {
    name: 'faces',
    help: `faces=${FACE_FAULTS.join('|')}: what goes wrong with drivers' faces (damaged)`,
    read: (v) => ({ faces: oneOf('faces', FACE_FAULTS, v) }),
  },
  {
    name: 'upgrade',
    help: `upgrade=${UPGRADE_FAULTS.join('|')}: what goes wrong with a new firmware (corrupt)`,
    read: (v) => ({ upgrade: oneOf('upgrade', UPGRADE_FAULTS, v) }),
  },
  {
    name: 'packets',
    help: `packets=${PACKET_FAULTS.join('|')}: how it takes a firmware in packets (answered)`,
    read: (v) => ({ packets: oneOf('packets', PACKET_FAULTS, v) }),
  },
  {
    name: 'slow-upgrade',
    help: 'slow-upgrade[=B]: fetches its firmware with B bytes a second (200000)',
    read: (v) => ({ slowUpgradeBytesPerS: number('slow-upgrade', v, 200_000, 1000, 1e9) }),
  },
  { name: 'no-gps', help: 'no-gps: no satellites, reports without a place', read: () => ({ noGps: true }) },
  { name: 'h265', help: 'h265: main streams in H.265, of the first camera', read: () => ({ h265: true }) },
  { name: 'hd', help: 'hd: main stream of the second camera in 1280 x 720', read: () => ({ hd: true }) },
  {
    name: 'speed-limit',
    help: 'speed-limit[=K]: left the factory with a limit of K km/h (30), which it breaks',
    read: (v) => ({ speedLimitKmh: number('speed-limit', v, 30, 5, 200) }),
  },
  {
    name: 'speeding',
    help: 'speeding[=K]: drives K km/h (110) on every road, and stops nowhere',
    read: (v) => ({ speedingKmh: number('speeding', v, 110, 5, 200) }),
  },
  { name: 'garbage', help: 'garbage: random bytes between frames', read: () => ({ garbage: true }) },
];

/** The first of `names` where no value is given. */
const oneOf = <T extends string>(fault: string, names: readonly [T, ...T[]], value: string | undefined): T => {
  const found = value === undefined ? names[0] : names.find((name) => name === value);
  if (found === undefined) throw new RangeError(`fault ${fault}: ${value ?? ''} is none of ${names.join(', ')}`);
  return found;
};

const neverVideo = (value: string | undefined): 'no-connect' | 'no-data' => {
  if (value === undefined || value === 'no-connect') return 'no-connect';
  if (value === 'no-data') return value;
  throw new RangeError(`fault never-video: ${value} is neither no-connect nor no-data`);
};

/** Faults for some vehicles. `vehicles` null means all, else numbers from 1. */
export type FaultRule = { readonly faults: Faults; readonly vehicles: readonly number[] | null };

/** Reads `name`, `name=value` or either with `@1,5,9` behind. Throws RangeError that names what is wrong. */
export const readFault = (text: string): FaultRule => {
  const [what = '', which] = text.split('@', 2);
  const [name = '', value] = what.split('=', 2);
  const row = FAULTS.find((fault) => fault.name === name);
  if (row === undefined)
    throw new RangeError(`no fault ${name}; there are ${FAULTS.map((fault) => fault.name).join(', ')}`);
  const vehicles = which?.split(',').map((part) => number(`${name}@`, part, 1, 1, 1e6)) ?? null;
  return { faults: row.read(value), vehicles };
};

/** All faults of vehicle `index`, counted from 0. */
export const faultsOf = (rules: readonly FaultRule[], index: number): Faults => {
  let all: Faults = {};
  for (const { faults, vehicles } of rules) {
    if (vehicles === null || vehicles.includes(index + 1)) all = { ...all, ...faults };
  }
  return all;
};
