// Keeps and checks passwords: argon2id over the documented SHA-256 hash, a few at a time, so that sign-ins cannot eat the machine.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../kernel/errors.ts';

const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const RUNNING_LIMIT = 2;
const WAITING_LIMIT = 64;

type Cost = { memory: number; passes: number; parallelism: number; tagLength: number };

export interface PasswordKeeper {
  /** The text to store for a password hash. Another one each time. */
  keep(passwordHash: string): Promise<string>;
  /** Whether the hash is the stored one. With `stored` null it works as long and says no, so that nobody learns which names exist. */
  check(passwordHash: string, stored: string | null): Promise<boolean>;
}

const derive = (passwordHash: string, nonce: Buffer, cost: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2('argon2id', { ...cost, nonce, message: Buffer.from(passwordHash.toUpperCase(), 'ascii') }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

const encode = (nonce: Buffer, key: Buffer): string =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${nonce.toString('base64')}$${key.toString('base64')}`;

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;
const decode = (stored: string): { cost: Cost; nonce: Buffer; key: Buffer } | null => {
  const [, memory, passes, parallelism, nonce, key] = STORED.exec(stored) ?? [];
  if (nonce === undefined || key === undefined) return null;
  const bytes = Buffer.from(key, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: bytes.length,
  };
  return { cost, nonce: Buffer.from(nonce, 'base64'), key: bytes };
};

/** At most two derivations run, 64 wait; past that AppError `limit_reached`. */
export const createPasswordKeeper = (): PasswordKeeper => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= RUNNING_LIMIT) {
      if (waiting.length >= WAITING_LIMIT) throw new AppError('limit_reached', 'Too many sign-ins at once. Try again.');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  const decoyNonce = randomBytes(SALT_BYTES);
  return {
    keep: (passwordHash) =>
      inTurn(async () => {
        const nonce = randomBytes(SALT_BYTES);
        return encode(nonce, await derive(passwordHash, nonce, COST));
      }),
    check: (passwordHash, stored) =>
      inTurn(async () => {
        const known = stored === null ? null : decode(stored);
        const derived = await derive(passwordHash, known?.nonce ?? decoyNonce, known?.cost ?? COST);
        return known !== null && timingSafeEqual(derived, known.key);
      }),
  };
};
