// The door of accounts of MyGeotab: who signs in there, and the rules and devices of each, for the page /geoarray. Nothing is stored.
import { type GeoAuth, getGeoAuth, getGeoDevices, getGeoRules, SECRET_MASK } from '@outrider/contract';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { MayBePrivate } from '../../kernel/web/outgoing-request.ts';
import { InTurn } from '../../kernel/work/in-turn.ts';
import { type GeotabEntity, type GeotabKit, type GeotabSession, listOf, signIn } from './geotab.ts';

export type GeoAccountKit = {
  clock: Clock;
  /** Of MyGeotab. */
  service: string;
  may: MayBePrivate;
  accounts: () => readonly { extUser: string; extPass: string }[];
};

type Account = { extUser: string; extPass: string };
type Kind = 'Rule' | 'Device';
type Kept<T> = { value: T; atMs: number };

/** Accounts that are asked at most. */
const MAX_ACCOUNTS = 50;
const FRESH_MS = 60_000;
/** Sessions there last for days; a new one is asked for well before. */
const SESSION_MS = 12 * 3_600_000;

const keyOf = ({ extUser, extPass }: Account): string => JSON.stringify([extUser, extPass]);

/** What is known of accounts there, asked again when it is old. */
const createGeotab = (kit: GeotabKit) => {
  const sessions = new Map<string, Kept<GeotabSession>>();
  const lists = new Map<string, Kept<GeotabEntity[]>>();
  const kept = async <T>(
    held: Map<string, Kept<T>>,
    key: string,
    forMs: number,
    make: () => Promise<T>,
  ): Promise<Kept<T>> => {
    const known = held.get(key);
    const nowMs = kit.clock.now();
    if (known !== undefined && nowMs - known.atMs < forMs) return known;
    const made = { value: await make(), atMs: nowMs };
    held.set(key, made);
    return made;
  };
  const session = (account: Account): Promise<Kept<GeotabSession>> =>
    kept(sessions, keyOf(account), SESSION_MS, () => signIn(kit, account.extUser, account.extPass));
  return {
    session,
    list: (account: Account, kind: Kind): Promise<Kept<GeotabEntity[]>> =>
      kept(lists, `${kind} ${keyOf(account)}`, FRESH_MS, async () => {
        const { value } = await session(account);
        try {
          return await listOf(kit, value, kind);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
          sessions.delete(keyOf(account)); // it may have ended there
          return listOf(kit, (await session(account)).value, kind);
        }
      }),
    /** Forgets all others. */
    keepOnly(keys: ReadonlySet<string>): void {
      for (const held of [sessions, lists])
        for (const key of held.keys()) if (!keys.has(key.slice(key.indexOf('[')))) held.delete(key);
    },
  };
};

export const geoAccountFeature = (kit: GeoAccountKit): { calls: CallHandler[]; close(): Promise<void> } => {
  const stop = new AbortController();
  const geotab = createGeotab({ ...kit, signal: stop.signal });
  /** One request after the other: that service counts them. */
  const turn = new InTurn();
  /** Each account once. What is kept of one that is not named any more goes. */
  const named = (): Account[] => {
    const all = kit.accounts().filter(({ extUser, extPass }) => extUser !== '' && extPass !== '');
    const byKey = new Map(all.map((account) => [keyOf(account), account]));
    geotab.keepOnly(new Set(byKey.keys()));
    return [...byKey.values()].slice(0, MAX_ACCOUNTS);
  };
  const rows = <R>(of: (account: Account) => Promise<R[]>): Promise<R[] | { hasError: 1; err: string }> =>
    turn.run(async () => {
      const all: R[] = [];
      for (const account of named()) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          all.push(...(await of(account)));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          return { hasError: 1 as const, err: `${account.extUser}: ${error.message}` };
        }
      }
      return all;
    });
  const auth = async (account: Account): Promise<GeoAuth[]> => {
    const { value, atMs } = await geotab.session(account);
    const { userName, database, path } = value;
    return [{ userName, sessionId: SECRET_MASK, database, path, updatetime: atMs }];
  };
  const entities = (kind: Kind) => async (account: Account) => {
    const { value, atMs: updatetime } = await geotab.list(account, kind);
    return value.map((entity) => ({ ...entity, userName: account.extUser, updatetime }));
  };
  return {
    calls: [
      handle(getGeoAuth, () => rows(auth)),
      handle(getGeoRules, () => rows(entities('Rule'))),
      handle(getGeoDevices, () => rows(entities('Device'))),
    ],
    close: async () => {
      stop.abort(new AppError('unavailable', 'The server stops.'));
      await turn.idle();
    },
  };
};
