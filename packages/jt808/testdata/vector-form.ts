// Brings decoded messages and the vectors' JSON into one plain form for comparing. Used by tests only.
import { toHex } from '../src/bytes.ts';

type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

/**
 * A decoded value as plain JSON: bytes as hex, times as UTC ms, undefined left out. An item or parameter (`id` and `raw`) also
 * gets its `length`, as the vectors have it.
 */
export const plainForm = (value: unknown): Plain => {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return value;
  if (value instanceof Uint8Array) return toHex(value);
  if (Array.isArray(value)) return value.map(plainForm);
  if (typeof value !== 'object') throw new TypeError(`${typeof value} has no plain form`);
  const plain: { [key: string]: Plain } = {};
  for (const [key, inner] of Object.entries(value)) if (inner !== undefined) plain[key] = plainForm(inner);
  if ('attachments' in value && 'raw' in value) delete plain.raw; // an alarm sign keeps its bytes, the vectors do not
  if ('id' in value && 'raw' in value && value.raw instanceof Uint8Array) plain.length = value.raw.length;
  return plain;
};

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\+08:00|Z)$/;

/** The vectors' form as ours: ISO times as UTC ms, texts trimmed; raw coordinates go where degrees stand beside them, after a check. */
export const expectedForm = (value: unknown): Plain => {
  if (typeof value === 'string') return ISO_TIME.test(value) ? Date.parse(value) : value.trimEnd();
  if (Array.isArray(value)) return value.map(expectedForm);
  if (value === null || typeof value !== 'object') return plainForm(value);
  const plain: { [key: string]: Plain } = {};
  for (const [key, inner] of Object.entries(value)) plain[key] = expectedForm(inner);
  for (const [raw, degrees] of [['latRaw', 'latitude'] as const, ['lonRaw', 'longitude'] as const]) {
    const inDegrees = plain[degrees];
    if (typeof inDegrees !== 'number') continue;
    if (raw in plain && Math.round(Math.abs(inDegrees) * 1e6) !== plain[raw])
      throw new Error(`${raw} and ${degrees} differ`);
    delete plain[raw];
  }
  return plain;
};
