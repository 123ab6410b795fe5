// The service MyGeotab, as far as it is asked: signing an account in, and its rules and devices. JSON-RPC over https.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_GEO_ROWS } from '@outrider/contract';
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { type SendingOut, sendOut } from '../../kernel/web/outgoing-request.ts';

/** Two hundred bytes for each row that is asked for: more at once would hold up the main thread. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const ROWS_AT_ONCE = 500;
/** What the service says instead of the name of a server when it answers itself. */
const THIS_SERVER = 'ThisServer';
const HOST_NAME = /^[A-Za-z0-9.-]{1,253}$/;

const credentials = z.object({ userName: z.string(), sessionId: z.string(), database: z.string() });
export type GeotabSession = z.output<typeof credentials> & { path: string };
const signedIn = z.object({ credentials, path: z.string() });
const text = z
  .string()
  .nullish()
  .transform((given) => given ?? '');
/** What is shown of each, as the service calls it. One from before its release 8.0 answers with everything. */
const fields = { Rule: ['Id', 'Name'], Device: ['Id', 'Name', 'SerialNumber'] } as const;
const entities = z.array(z.object({ id: z.string(), name: text, serialNumber: text }));
export type GeotabEntity = z.output<typeof entities>[number];

const answered = z.object({
  result: z.unknown().optional(),
  error: z
    .object({ message: z.string().optional(), errors: z.array(z.object({ message: z.string() })).optional() })
    .optional(),
});

export type GeotabKit = SendingOut & { service: string };

const unreadable = (status: number): AppError =>
  new AppError('unavailable', `MyGeotab answered something unreadable (${status}).`);

const ask = async <S extends z.ZodType>(
  { service, ...around }: GeotabKit,
  method: string,
  params: Readonly<Record<string, unknown>>,
  schema: S,
): Promise<z.output<S>> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ method, params });
  const url = `${service}/apiv1`;
  const {
    status,
    text: said,
    isCut,
  } = await sendOut({ method: 'POST', url, headers, body }, { ...around, maxBytes: MAX_ANSWER_BYTES });
  if (isCut)
    throw new AppError('unavailable', 'The answer of MyGeotab is too long: it has more than is read of it (1 MB).');
  const read = answered.safeParse(jsonOf(said));
  const failure = read.data?.error;
  if (failure !== undefined)
    throw new AppError('invalid', failure.errors?.[0]?.message ?? failure.message ?? 'MyGeotab refused it.');
  const result = schema.safeParse(read.data?.result);
  if (status !== 200 || !result.success) throw unreadable(status);
  return result.data;
};

const jsonOf = (said: string): unknown => {
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
};

export const signIn = async (kit: GeotabKit, userName: string, password: string): Promise<GeotabSession> => {
  const { credentials: given, path } = await ask(kit, 'Authenticate', { userName, password }, signedIn);
  if (path !== THIS_SERVER && !HOST_NAME.test(path))
    throw new AppError('unavailable', 'MyGeotab names a server that is none.');
  return { ...given, path };
};

/** At most MAX_GEO_ROWS. Others have their turn while they are read. */
export const listOf = async (
  kit: GeotabKit,
  { path, ...session }: GeotabSession,
  typeName: 'Rule' | 'Device',
): Promise<GeotabEntity[]> => {
  const service = path === THIS_SERVER ? kit.service : `https://${path}`;
  const propertySelector = { fields: fields[typeName], isIncluded: true };
  const params = { typeName, credentials: session, resultsLimit: MAX_GEO_ROWS, propertySelector };
  const rows = (await ask({ ...kit, service }, 'Get', params, z.array(z.unknown()))).slice(0, MAX_GEO_ROWS);
  const found: GeotabEntity[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop -- some in each turn
    await nextTurn();
    const some = entities.safeParse(rows.slice(from, from + ROWS_AT_ONCE));
    if (!some.success) throw unreadable(200);
    found.push(...some.data);
  }
  return found;
};
