// The version of this server, as its package says.
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const described = z.object({ version: z.string() });

/** Like '0.1.0'. Read once at start. */
export const readVersion = (): string =>
  described.parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version;
