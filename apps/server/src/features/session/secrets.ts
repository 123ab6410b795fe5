// Random secrets and how they are kept: only their SHA-256 is stored. They are random enough that a fast hash suffices.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
/** Whether a text can be one of ours at all: 32 bytes as base64url. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
export const sameHash = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
