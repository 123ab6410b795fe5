// A setting as a value: what an administrator changes while the server runs. From one value follow the call that loads it, the call that
// saves it, the key it is kept under and its rows in the reference. What it does is its owner's matter.
import { z } from 'zod';
import type { Requirement } from './rights.ts';
import { type Audited, type Call, call } from './speak.ts';
import { outcome } from './wire.ts';

export type Setting<S extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> = {
  /** What is stored, and saved. */
  readonly schema: S;
  /** The name it is stored under. It stays as it is once released. */
  readonly key: string;
  readonly load: Call<z.ZodObject, R>;
  readonly save: Call<S, typeof outcome>;
};

type SettingWords<S extends z.ZodType, R extends z.ZodType> = Audited<S> & {
  key: string;
  /** What loading answers: the setting itself, or what follows from it. */
  shown: R;
  /** Who may load it. Saving is for level 0. */
  readers: Requirement;
  about: { load: string; save: string };
  example: { saved: z.input<S>; shown: z.input<R> };
};

export const setting = <S extends z.ZodType, R extends z.ZodType>(
  path: string,
  schema: S,
  { key, shown, readers, audit, about, example }: SettingWords<S, R>,
): Setting<S, R> => ({
  schema,
  key,
  load: call({
    method: 'GET',
    path,
    right: readers,
    input: z.object({}),
    reply: shown,
    about: about.load,
    example: { input: {}, reply: example.shown },
  }),
  save: call({
    method: 'PUT',
    path,
    right: 'admin',
    audit,
    input: schema,
    reply: outcome,
    about: about.save,
    example: { input: example.saved, reply: { hasError: 0, message: 'Save Success' } },
  }),
});
