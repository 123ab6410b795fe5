// Settings that people change while the server runs, read from memory. What they mean is the owner's matter.
import type { Setting } from '@outrider/contract';
import { z } from 'zod';
import type { Caller } from '../../kernel/access/access.ts';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type Edit, NEVER_CHANGED, type Version, saveVersioned } from '../../kernel/storage/version.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { type Facts, type Outside, masked, merged, outsideOf, storedOf } from './setting-values.ts';
import { type StoredSetting, createSettingStore } from './store.ts';

export interface Settings {
  /** The stored value when it is there and still fits the schema, else undefined. */
  get<S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined;
  /** Stores and tells 'settings.changed'. The value must survive JSON. */
  set(key: string, value: unknown): Promise<void>;
  /** When a setting was saved last and by whom, and by field what fixes it from outside. */
  state(setting: Setting): Version & { fixed: Record<string, string> };
  /** What it comes to: from outside over stored over default. Undefined where nothing is stored and it has no default. */
  value<S extends z.ZodObject>(setting: Setting<S>): z.output<S> | undefined;
  /** Saves for somebody. Throws ChangedError for an edit of another version, AppError `invalid` where a fixed field would change. */
  save(setting: Setting, value: Facts, edit: Edit): Promise<Version>;
  remove(key: string): Promise<void>;
  /** Gives the owner what `value` gives, now and after each change. Ends with the function it answers. */
  follow<S extends z.ZodObject>(setting: Setting<S>, hear: (value: z.output<S> | undefined) => void): () => void;
  /** Rejects when the database cannot be read. */
  probe(): Promise<void>;
}

type SettingsKit = { db: Database; bus: Bus; clock: Clock; log: Log; outside?: Outside };

const facts = z.record(z.string(), z.unknown());
const factsOf = (stored: { value: string } | undefined): Facts | undefined =>
  stored && facts.safeParse(JSON.parse(stored.value)).data;

/** What is stored, checked: warns of what does not fit. */
const readers = (stored: ReadonlyMap<string, StoredSetting>, outside: Outside, log: Log) => {
  const warn = (key: string): void => log.warn('stored setting does not fit and is not used', { setting: key });
  const get: Settings['get'] = (key, schema) => {
    const found = stored.get(key);
    if (found === undefined) return undefined;
    const checked = schema.safeParse(JSON.parse(found.value));
    if (!checked.success) warn(key);
    return checked.success ? checked.data : undefined;
  };
  const value: Settings['value'] = (setting) => {
    const { key, schema } = setting;
    const checked = schema.safeParse(merged(setting, outside, factsOf(stored.get(key))));
    if (checked.success) return checked.data;
    if (stored.has(key)) warn(key);
    return schema.safeParse(merged(setting, outside, undefined)).data;
  };
  return { get, value };
};

export const createSettings = async (kit: SettingsKit): Promise<Settings> => {
  const { db, bus, clock, log, outside = () => ({ value: undefined, by: null }) } = kit;
  const store = createSettingStore(db);
  const stored = new Map((await store.readAll()).map((each) => [each.key, each]));
  const { get, value } = readers(stored, outside, log);
  /** `present` gives what a reader finds now; `next` what is to be stored, asked for once it is known that nobody else has saved meanwhile. */
  type Making = { present: (now: Facts | undefined) => Facts; next: (now: Facts | undefined) => unknown };
  const change = async (key: string, edit: Edit, { present, next }: Making): Promise<Version> => {
    let now: Facts | undefined;
    let encoded = '';
    const version = await saveVersioned({
      edit,
      nowMs: clock.now(),
      async read() {
        const row = await store.read(key);
        now = factsOf(row);
        return { version: row ?? NEVER_CHANGED, present: { ...present(now) } };
      },
      async write(made, { updatedMs }) {
        encoded = JSON.stringify(next(now));
        return store.write({ key, value: encoded, ...made }, updatedMs);
      },
    });
    stored.set(key, { key, value: encoded, ...version });
    bus.publish('settings.changed', { key });
    return version;
  };
  return {
    get,
    value,
    state(setting) {
      const { updatedMs, updatedBy } = stored.get(setting.key) ?? NEVER_CHANGED;
      return { updatedMs, updatedBy, fixed: outsideOf(setting, outside).fixed };
    },
    follow(setting, hear) {
      hear(value(setting));
      return bus.subscribe('settings.changed', ({ key }) => {
        if (key === setting.key) hear(value(setting));
      });
    },
    async set(key, next) {
      await change(key, { by: '' }, { present: () => ({}), next: () => next });
    },
    save: (setting, sent, edit) =>
      change(setting.key, edit, {
        present: (now) => masked(setting, merged(setting, outside, now) ?? {}),
        next: (now) => storedOf(setting, outside, now, z.encode(setting.schema, { ...sent })),
      }),
    async remove(key) {
      await store.remove(key);
      stored.delete(key);
      bus.publish('settings.changed', { key });
    },
    async probe() {
      await store.readAll();
    },
  };
};

/**
 * The calls of a setting: saving stores it and tells its owner, loading answers what the owner shows. `check` throws AppError where a
 * save that fits the schema cannot be done all the same.
 */
export const settingCalls = <S extends z.ZodObject, R extends z.ZodObject>(
  settings: Pick<Settings, 'state' | 'save'>,
  setting: Setting<S, R>,
  show: (caller: Caller) => z.output<R>,
  check?: (wanted: z.output<S>) => Promise<void> | undefined,
): CallHandler[] => {
  const plain: Setting = setting;
  const shown = (caller: Caller): Facts => masked(plain, show(caller));
  return [
    handle(plain.load, (caller) => {
      const { updatedMs: updatetime, updatedBy, fixed } = settings.state(plain);
      return { ...shown(caller), updatetime, updateby: caller.level === 0 ? updatedBy : '', fixed };
    }),
    handle(plain.save, async (caller, { updatetime, ...value }, { note }) => {
      note?.({ before: { ...shown(caller) } });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the border has checked it against the schema of saving
      await check?.(value as z.output<S>);
      const seenMs = updatetime === undefined ? undefined : Number(updatetime);
      const { updatedMs } = await settings.save(plain, value, { by: caller.userName, seenMs });
      return { hasError: 0 as const, message: 'Save Success', updatetime: updatedMs };
    }),
  ];
};
