// The JT/T 808 vectors beside the checkout, for tests: empty with a reason to skip when they are not there.
import { existsSync, readFileSync } from 'node:fs';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** One vector; `expect` depends on `kind`. */
export type Vector = {
  readonly name: string;
  readonly kind: string;
  readonly version: string;
  readonly hex: string;
  readonly message_id: string | null;
  readonly expect: { [key: string]: Json };
};

const file = new URL('../../../../shared/protocols/vectors/jt808.json', import.meta.url);

/** False, or why the vectors cannot be tried: give it to a test as its `skip`. */
export const skipVectors = existsSync(file)
  ? false
  : 'the JT/T 808 vectors are not beside this checkout: 159 not tried';

/** The shape is that of the protocol reference; a wrong guess fails the tests that read it. */
export const vectors: readonly Vector[] = skipVectors === false ? JSON.parse(readFileSync(file, 'utf8')) : [];
