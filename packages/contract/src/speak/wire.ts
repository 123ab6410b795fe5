// Wire oddities and their honest forms: 0/1 flags, knots, tenths of a degree, unix seconds, channel strings. Nothing else knows them.
import { z } from 'zod';

/** 0 or 1 on the wire, a boolean inside. */
export const wireFlag = z.codec(z.union([z.literal(0), z.literal(1)]), z.boolean(), {
  decode: (n) => n === 1,
  encode: (b): 0 | 1 => (b ? 1 : 0),
});

/** The years 0 to 9999: what is outside has no date, and as milliseconds no database gives it back. */
const EARLIEST_S = Date.parse('0000-01-01T00:00:00Z') / 1000;
const LATEST_S = Date.parse('9999-12-31T23:59:59Z') / 1000;
const YEARS_RULE = 'A time is one of the years 0 to 9999, in seconds since 1970.';

/** Unix seconds on the wire, UTC milliseconds inside. What is said of a time outside these years is the nearest one. */
export const wireSeconds = z.codec(z.number().int().min(EARLIEST_S, YEARS_RULE).max(LATEST_S, YEARS_RULE), z.number(), {
  decode: (s) => s * 1000,
  encode: (ms) => Math.min(LATEST_S, Math.max(EARLIEST_S, Math.floor(ms / 1000))),
});

const KMH_PER_KNOT = 1.852;
/** Hundredths of a km/h: thousandths of a knot do not hit tenths of a km/h exactly, and rules ask for more than 5 km/h. */
export const kmhOfKnots = (knots: number): number => Math.round(knots * KMH_PER_KNOT * 100) / 100;
/** Thousandths of a knot, from which `kmhOfKnots` gives back every tenth of a km/h. */
export const knotsOfKmh = (kmh: number): number => Math.round((kmh / KMH_PER_KNOT) * 1000) / 1000;
/** Knots on the wire, km/h inside. */
export const wireKnots = z.codec(z.number(), z.number(), { decode: kmhOfKnots, encode: knotsOfKmh });

/** Tenths of a degree on the wire, °C inside. */
export const wireTenths = z.codec(z.number(), z.number(), {
  decode: (tenths) => tenths / 10,
  encode: (celsius) => Math.round(celsius * 10),
});

/** One character a channel, '1' = present, on the wire; the sorted channel numbers (from 1) inside. */
export const channelString = z.codec(z.string().regex(/^[01]{0,64}$/), z.array(z.number().int().min(1)), {
  decode: (mask) => Array.from(mask).flatMap((c, i) => (c === '1' ? [i + 1] : [])),
  encode: (channels) => {
    const last = channels.length === 0 ? 0 : Math.max(...channels);
    return Array.from({ length: last }, (_, i) => (channels.includes(i + 1) ? '1' : '0')).join('');
  },
});

const RESERVED_IDS = new Set(['broadcast', 'GLOBAL', 'ALL', '*']);
export const DEVICE_ID_RULE =
  'A device id is 1 to 31 characters of A-Z a-z 0-9 . _ -, does not begin with a dot, and is not broadcast, GLOBAL, ALL or *.';
/** A device id as the whole product accepts it. */
export const deviceId = z
  .string()
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,30}$/, DEVICE_ID_RULE)
  .refine((id) => !RESERVED_IDS.has(id), DEVICE_ID_RULE);

export const channelNumber = z.number().int().min(1).max(64);
export const tcpPort = z.number().int().min(0).max(65535);
export const userName = z.string().min(1).max(64);
/** SHA-256 of the password, upper-case hex, 64 characters. A password equivalent: never logged, never answered. */
/** SHA-256 of no password at all. */
const EMPTY_PASSWORD_HASH = 'E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855';
/** Whether this is the hash of an empty text: it is nobody's password. */
export const isEmptyPassword = (hash: string): boolean => hash.toUpperCase() === EMPTY_PASSWORD_HASH;
export const passwordHash = z.string().regex(/^[0-9A-Fa-f]{64}$/, 'The password hash has 64 hexadecimal digits.');
/** Of a password that is to be set. */
export const newPasswordHash = passwordHash.refine((hash) => !isEmptyPassword(hash), 'An empty password is none.');

/**
 * A broken rule whose sentence holds values, for `addIssue`: the message is in English, and `params` lets a console say it in the
 * language of its page.
 */
export const ruleIssue = (text: string, values: Readonly<Record<string, string | number>>) => ({
  code: 'custom' as const,
  message: text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)),
  params: { text, values },
});

/** Answer of calls that can fail in words: `hasError` 1 with `message`. */
export const outcome = z.object({ hasError: z.union([z.literal(0), z.literal(1)]), message: z.string() });
/** Credentials that one message of the main channel may carry: for it alone they count. Both or none. */
export const messageCredentials = { U: userName.optional(), P: passwordHash.optional() };
/** Credentials a body may carry instead of a session. Both or none. */
export const bodyCredentials = { username: userName.optional(), password: z.string().max(200).optional() };
