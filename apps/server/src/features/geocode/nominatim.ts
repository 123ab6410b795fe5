// A Nominatim server of the operator's choice: asked over HTTP, a few questions at a time, so that a slow one holds up nobody else.
import { MAX_FOUND_PLACES } from '@outrider/contract';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, errorText } from '../../kernel/errors.ts';
import type { PlaceSource } from './source.ts';

const ASKING_LIMIT = 4;
const WAITING_LIMIT = 200;
const TIMEOUT_MS = 5000;
const STATUS_FOR_MS = 30_000;
const MAX_NAME = 500;
/** Eight places with all that Nominatim says of them are some ten kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** `error` stands where there is no place, at sea for instance. */
const answer = z.union([
  z.object({ display_name: z.string() }),
  z.object({ error: z.unknown() }).transform(() => ({ display_name: '' })),
]);

const degrees = (most: number) => z.coerce.number().min(-most).max(most);
/** Nominatim writes degrees as text. */
const foundThere = z.array(
  z
    .object({ display_name: z.string(), lat: degrees(90), lon: degrees(180) })
    .transform(({ display_name, lat, lon }) => ({ name: display_name.slice(0, MAX_NAME), lat, lon })),
);

export type NominatimKit = { server: string; clock: Clock; fetch?: typeof fetch };

/** The signal of the caller and a time limit, in one; `stop` ends the timer. */
const limited = (clock: Clock, signal?: AbortSignal): { signal: AbortSignal; stop: () => void } => {
  const late = new AbortController();
  const timer = clock.after(TIMEOUT_MS, () => late.abort(new Error('it did not answer in time')));
  return {
    signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
    stop: () => timer.cancel(),
  };
};

/** Reads no further where there is more, which ends the connection: what is at that address may be anything. */
const textOf = async ({ ok, status, body }: Response): Promise<string> => {
  if (!ok) {
    body?.cancel().catch(() => undefined); // it is not read, and must not hold the connection
    throw new Error(`it answered ${status}`);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('its answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
};

export const createNominatim = ({ server, clock, fetch: ask = fetch }: NominatimKit): PlaceSource => {
  const base = server.replace(/\/+$/, '');
  const waiting: (() => void)[] = [];
  let asking = 0;
  let status = { text: '', untilMs: -1 };
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (asking >= ASKING_LIMIT) {
      if (waiting.length >= WAITING_LIMIT)
        throw new AppError('limit_reached', 'Too many places are asked for at once. Try again.');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else asking += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else asking -= 1;
    }
  };
  const get = async (path: string, caller?: AbortSignal): Promise<unknown> => {
    const { signal, stop } = limited(clock, caller);
    try {
      const response = await ask(`${base}${path}`, { signal, headers: { accept: 'application/json' } });
      return JSON.parse(await textOf(response));
    } catch (error) {
      if (caller?.aborted === true) throw error;
      throw new AppError('unavailable', `The place server does not answer: ${errorText(error)}.`, { cause: error });
    } finally {
      stop();
    }
  };
  return {
    kind: 'server',
    find: ({ lat, lng, zoom }, signal) =>
      inTurn(async () => {
        signal.throwIfAborted();
        const found = answer.safeParse(await get(`/reverse?format=jsonv2&lat=${lat}&lon=${lng}&zoom=${zoom}`, signal));
        if (!found.success) throw new AppError('unavailable', 'The place server answered something else.');
        return found.data.display_name.slice(0, MAX_NAME);
      }),
    search: (word, signal) =>
      inTurn(async () => {
        signal.throwIfAborted();
        const query = new URLSearchParams({ format: 'jsonv2', limit: String(MAX_FOUND_PLACES), q: word });
        const found = foundThere.safeParse(await get(`/search?${query.toString()}`, signal));
        if (!found.success) throw new AppError('unavailable', 'The place server answered something else.');
        return found.data.slice(0, MAX_FOUND_PLACES);
      }),
    async trouble() {
      if (clock.monotonic() < status.untilMs) return status.text;
      const text = await get('/status?format=json').then(() => '', errorText);
      status = { text, untilMs: clock.monotonic() + STATUS_FOR_MS };
      return text;
    },
    close: async () => undefined,
  };
};
