// A setting as a value: what an administrator changes while the server runs. From one value follow the call that loads it, the call that
// saves it, the key it is kept under and its row in the reference. What it does is its owner's matter.
import { z } from 'zod';
import type { Requirement } from './rights.ts';
import type { Audited, Call } from './speak.ts';
import { seenUpdatetime, updatetime } from './version.ts';
import { bodyCredentials, outcome } from './wire.ts';

/** In the place of a secret that is set: what is answered, and what a save sends back to keep it. */
export const SECRET_MASK = '********';

const saved = outcome.extend({ updatetime });
/**
 * `fixed`: by field, what sets it from outside; such a field cannot be saved. `updateby`: who saved it last, told to level 0; '' for nobody.
 */
const loaded = { updatetime, updateby: z.string(), fixed: z.record(z.string(), z.string()) };
type Extended<S extends z.ZodObject, E extends z.core.$ZodLooseShape> = z.ZodObject<z.core.util.Extend<S['shape'], E>>;

/** A key of the configuration that may fix a field; `of` where the field is not its value but follows from it. */
export type ConfigField = { readonly key: string; readonly of?: (value: unknown) => unknown };

/**
 * What says where, how and as whom a secret is sent: with one of these fields changed the mask does not stand for it any more, or it could be
 * had by naming another server. `text`: what who saves that way is told, at the field of the secret.
 */
export type Belonging<F extends string = string> = { readonly to: readonly F[]; readonly text: string };

/** From when on a save counts. */
export type Applies = 'now' | 'restart';

export type Setting<S extends z.ZodObject = z.ZodObject, R extends z.ZodObject = z.ZodObject> = {
  /** What is stored. */
  readonly schema: S;
  /** The name it is stored under. It stays as it is once released. */
  readonly key: string;
  /** Fields that are answered as SECRET_MASK; those of objects inside joined by dots: 'mail.pass'. */
  readonly secret: readonly string[];
  /** By secret field; none for one that is never sent. */
  readonly belongs: Readonly<Record<string, Belonging>>;
  /** By field, as in `secret`, the key of the configuration that may fix it, and has its value while nobody has saved one. */
  readonly configKeys: Readonly<Record<string, ConfigField>>;
  readonly applies: Applies;
  /** Answers also when it was saved last and by whom, and what is fixed from outside. */
  readonly load: Call<z.ZodObject, Extended<R, typeof loaded>>;
  /** Takes what is stored, and the `updatetime` that the editor saw. */
  readonly save: Call<Extended<S, typeof seenUpdatetime>, typeof saved>;
};

type PathOf<D> = { [K in Extract<keyof D, string>]: K | (D[K] extends Facts ? `${K}.${PathOf<D[K]>}` : never) }[Extract<
  keyof D,
  string
>];
type Facts = Readonly<Record<string, unknown>>;
type FieldOf<S extends z.ZodObject> = PathOf<z.input<S>>;
/** The secret fields of `audit` are those that are masked. */
type SettingWords<S extends z.ZodObject, R extends z.ZodObject> = Audited<S> & {
  key: string;
  /** What loading answers: the setting itself, or what follows from it. */
  shown: R;
  /** Who may load it. Saving is for level 0. */
  readers: Requirement;
  about: { load: string; save: string };
  example: { saved: z.input<S>; shown: z.input<R> };
  applies: Applies;
  belongs?: { readonly [K in FieldOf<S>]?: Belonging<FieldOf<S>> };
  configKeys?: { readonly [K in FieldOf<S>]?: string | ConfigField };
  /** Where loading is not a GET of the path of saving. */
  loadBy?: { readonly method?: 'POST'; readonly path?: string };
};

export const setting = <S extends z.ZodObject, R extends z.ZodObject>(
  path: string,
  schema: S,
  {
    key,
    shown,
    readers,
    audit,
    about,
    example,
    applies,
    belongs = {},
    configKeys = {},
    loadBy = {},
  }: SettingWords<S, R>,
): Setting<S, R> => {
  const asked = loadBy.method === 'POST' ? { audit: 'reads' as const, input: z.object(bodyCredentials) } : undefined;
  const load: Call = {
    method: loadBy.method ?? 'GET',
    path: loadBy.path ?? path,
    right: readers,
    input: z.object({}),
    ...asked,
    ...(readers === 'public' && { tellsMore: true as const }),
    reply: shown.safeExtend(loaded),
    about: about.load,
    example: { input: {}, reply: { ...example.shown, updatetime: 0, updateby: '', fixed: {} } },
  };
  const save: Call = {
    method: 'PUT',
    path,
    right: 'admin',
    audit,
    input: schema.safeExtend(seenUpdatetime),
    reply: saved,
    about: about.save,
    example: { input: example.saved, reply: { hasError: 0, message: 'Save Success', updatetime: 1_790_000_000 } },
  };
  const secret = audit === 'reads' ? [] : Object.keys(audit.secret);
  const keys = Object.entries<string | ConfigField | undefined>(configKeys).flatMap(([field, named]) =>
    named === undefined ? [] : [[field, typeof named === 'string' ? { key: named } : named]],
  );
  const made: unknown = { schema, key, secret, belongs, configKeys: Object.fromEntries(keys), applies, load, save };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot see what safeExtend makes of an unknown shape
  return made as Setting<S, R>;
};
