// Settings that people change while the server runs, read from memory. What they mean is the owner's matter.
import type { Setting } from '@outrider/contract';
import { z } from 'zod';
import type { Bus } from '../../kernel/bus.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type Edit, NEVER_CHANGED, type Version, saveVersioned } from '../../kernel/storage/version.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { createSettingStore } from './store.ts';

export interface Settings {
  /** The stored value when it is there and still fits the schema, else undefined. */
  get<S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined;
  /** Stores and tells 'settings.changed'. The value must survive JSON. */
  set(key: string, value: unknown): Promise<void>;
  /** When a setting was saved last, and by whom. */
  version(setting: Setting): Version;
  /** Does what `set` does for somebody. Throws ChangedError for an edit of another version. */
  save(setting: Setting, value: Record<string, unknown>, edit: Edit): Promise<Version>;
  remove(key: string): Promise<void>;
  /** Gives the owner what is stored, now and after each change; undefined while nothing is. Ends with the function it answers. */
  follow<S extends z.ZodObject>(setting: Setting<S>, hear: (value: z.output<S> | undefined) => void): () => void;
  /** Rejects when the database cannot be read. */
  probe(): Promise<void>;
}

type SettingsKit = { db: Database; bus: Bus; clock: Clock; log: Log };

export const createSettings = async ({ db, bus, clock, log }: SettingsKit): Promise<Settings> => {
  const store = createSettingStore(db);
  const stored = new Map((await store.readAll()).map((each) => [each.key, each]));
  const get: Settings['get'] = (key, schema) => {
    const found = stored.get(key);
    if (found === undefined) return undefined;
    const checked = schema.safeParse(JSON.parse(found.value));
    if (!checked.success) log.warn('stored setting does not fit and is not used', { setting: key });
    return checked.success ? checked.data : undefined;
  };
  const change = async (
    key: string,
    value: unknown,
    edit: Edit,
    presentOf: (stored: string) => Record<string, unknown>,
  ) => {
    const encoded = JSON.stringify(value);
    const version = await saveVersioned({
      edit,
      nowMs: clock.now(),
      async read() {
        const now = await store.read(key);
        return { version: now ?? NEVER_CHANGED, present: now === undefined ? {} : presentOf(now.value) };
      },
      write: (next, { updatedMs }) => store.write({ key, value: encoded, ...next }, updatedMs),
    });
    stored.set(key, { key, value: encoded, ...version });
    bus.publish('settings.changed', { key });
    return version;
  };
  return {
    get,
    version: ({ key }) => stored.get(key) ?? NEVER_CHANGED,
    follow(setting, hear) {
      hear(get(setting.key, setting.schema));
      return bus.subscribe('settings.changed', ({ key }) => {
        if (key === setting.key) hear(get(key, setting.schema));
      });
    },
    async set(key, value) {
      await change(key, value, { by: '' }, () => ({}));
    },
    save: ({ key, schema }, value, edit) =>
      change(key, value, edit, (now) => z.safeEncode(schema, JSON.parse(now)).data ?? {}),
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

/** The calls of a setting: saving stores it and tells its owner, loading answers what the owner shows. */
export const settingCalls = <S extends z.ZodObject, R extends z.ZodObject>(
  settings: Settings,
  setting: Setting<S, R>,
  show: () => z.output<R>,
): CallHandler[] => {
  const plain: Setting = setting;
  return [
    handle(plain.load, () => ({ ...show(), updatetime: settings.version(plain).updatedMs })),
    handle(plain.save, async ({ userName }, { updatetime, ...value }, { note }) => {
      note?.({ before: show() });
      const seenMs = updatetime === undefined ? undefined : Number(updatetime);
      const { updatedMs } = await settings.save(plain, value, { by: userName, seenMs });
      return { hasError: 0 as const, message: 'Save Success', updatetime: updatedMs };
    }),
  ];
};
