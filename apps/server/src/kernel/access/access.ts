// Who calls and what they may see. The port that features/session fulfils; every call, command and socket asks here.
import type { Level, Right } from '@outrider/contract';
import { AppError } from '../errors.ts';
import type { Lookback } from './lookback.ts';

/** A verified caller. Holds no secret. */
export type Caller = {
  readonly userId: number;
  readonly userName: string;
  readonly level: Level;
  readonly rights: ReadonlySet<Right>;
  readonly sessionId: string | null;
  readonly address: string;
  /** How far back it looks; missing where that has no limit. */
  readonly lookback?: Lookback | undefined;
};

/** Who had something begun, for the question what this account may see by now. It has no rights of its own. */
export const sightOf = ({ userId, userName }: Pick<Caller, 'userId' | 'userName'>): Caller => ({
  userId,
  userName,
  level: 3,
  rights: new Set(),
  sessionId: null,
  address: '',
});

/** What a request brought along; the first present of token, pair and name with hash counts. */
export type Credentials = {
  token?: string;
  userName?: string;
  passwordHash?: string;
  /** The ticket of a browser that somebody signed in from before. It opens nothing. A secret. */
  browser?: string;
};

/** A device that a caller may know of. Channels are numbered from 1. */
export type SeenDevice = {
  readonly deviceKey: number;
  readonly deviceId: string;
  readonly channels: readonly number[];
  /** Those that are not installed: not even what was recorded of them is shown. */
  readonly absentChannels: readonly number[];
  readonly talkChannel: number;
  /** Those of them that come as main stream where nobody asks for one. */
  readonly mainChannels: readonly number[];
  /** Live video is not forbidden. */
  readonly hasLive: boolean;
  readonly registered: boolean;
};

/** The same for a device that is not there and for one the caller may not see. */
export const unknownDevice = (id: string): AppError => new AppError('not_found', `Unknown device ${id}`);

/** How every call, command and socket comes to the device that it names. */
export interface Devices {
  /** Throws `unknownDevice`. */
  seen(caller: Caller, id: string): SeenDevice;
}

/** Whether people may have the video of a device now, as far as its data of the month goes. */
export interface VideoAllowance {
  /** Why a caller may not have it, in words; undefined: it may. Level 0 always may. */
  refusal(caller: Caller, deviceKey: number): string | undefined;
}

export interface Access {
  /** Throws AppError unauthenticated for wrong credentials (same text for unknown user and wrong hash), limit_reached when throttled. */
  authenticate(credentials: Credentials, address: string): Promise<Caller>;
  /** The caller with the level and rights of now; undefined when its session or account has ended since. */
  current(caller: Caller): Caller | undefined;
  /** By the level and groups of now: true for level 0, else for devices in the account's groups and their descendants. Unregistered devices: level 0 only. */
  maySee(caller: Caller, deviceKey: number): boolean;
}
