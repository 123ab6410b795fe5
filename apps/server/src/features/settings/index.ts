// Settings that people change while the server runs, read from memory. What they mean is the owner's matter.
import type { Setting } from '@outrider/contract';
import type { z } from 'zod';
import type { Bus } from '../../kernel/bus.ts';
import type { Database } from '../../kernel/storage/db.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Log } from '../../kernel/log.ts';
import { createSettingStore } from './store.ts';

export interface Settings {
  /** The stored value when it is there and still fits the schema, else undefined. */
  get<S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined;
  /** Stores and tells 'settings.changed'. The value must survive JSON. */
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  /** Gives the owner what is stored, now and after each change; undefined while nothing is. Ends with the function it answers. */
  follow<S extends z.ZodType>(setting: Setting<S>, hear: (value: z.output<S> | undefined) => void): () => void;
  /** Rejects when the database cannot be read. */
  probe(): Promise<void>;
}

export const createSettings = async (kit: { db: Database; bus: Bus; log: Log }): Promise<Settings> => {
  const store = createSettingStore(kit.db);
  const values = new Map(await store.readAll());
  const get: Settings['get'] = (key, schema) => {
    const stored = values.get(key);
    if (stored === undefined) return undefined;
    const checked = schema.safeParse(JSON.parse(stored));
    if (!checked.success) kit.log.warn('stored setting does not fit and is not used', { setting: key });
    return checked.success ? checked.data : undefined;
  };
  return {
    get,
    follow(setting, hear) {
      hear(get(setting.key, setting.schema));
      return kit.bus.subscribe('settings.changed', ({ key }) => {
        if (key === setting.key) hear(get(key, setting.schema));
      });
    },
    async set(key, value) {
      const encoded = JSON.stringify(value);
      await store.write(key, encoded);
      values.set(key, encoded);
      kit.bus.publish('settings.changed', { key });
    },
    async remove(key) {
      await store.remove(key);
      values.delete(key);
      kit.bus.publish('settings.changed', { key });
    },
    async probe() {
      await store.readAll();
    },
  };
};

/** The calls of a setting: saving stores it and tells its owner, loading answers what the owner shows. */
export const settingCalls = <S extends z.ZodType, R extends z.ZodType<Record<string, unknown>>>(
  settings: Settings,
  setting: Setting<S, R>,
  show: () => z.output<R>,
): CallHandler[] => [
  handle(setting.load, show),
  handle(setting.save, async (_caller, input, { note }) => {
    note?.({ before: show() });
    await settings.set(setting.key, input);
    return { hasError: 0 as const, message: 'Save Success' };
  }),
];
