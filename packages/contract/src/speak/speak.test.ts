// What every request says of the access log: the compiler asks for it, and no secret field is forgotten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { calls, commands } from '../catalogue.ts';
import { call, command } from './speak.ts';
import { newPasswordHash, passwordHash } from './wire.ts';

const common = { right: 'admin', reply: z.object({}), about: '' } as const;
const example = { input: { password: '', name: '' }, reply: {} };
const input = z.object({ password: z.string(), name: z.string() });
const put = { ...common, method: 'PUT', path: '/x', input, example } as const;

test('a changing request that says nothing, forgets a secret or names a field that it does not have is no program', () => {
  // @ts-expect-error -- says nothing
  call(put);
  // @ts-expect-error -- says nothing
  command({ ...common, code: 'D99', batched: false, input, example });
  // @ts-expect-error -- the password would be stored
  call({ ...put, audit: { action: 'Change', secret: {} } });
  // @ts-expect-error -- there is no such field
  call({ ...put, audit: { action: 'Change', secret: { password: true, pasword: true } } });
  // @ts-expect-error -- there is no such field
  call({ ...put, audit: { action: 'Change', secret: { password: true }, device: 'deviceid' } });
  // @ts-expect-error -- a GET changes nothing
  call({ ...put, method: 'GET', audit: { action: 'Change', secret: { password: true } } });
  assert.ok(call({ ...put, audit: { action: 'Change', secret: { password: true, name: true }, user: 'name' } }));
  assert.ok(call({ ...put, audit: 'reads' }));
});

const optionsOf = (schema: z.ZodType): z.ZodObject[] =>
  schema instanceof z.ZodUnion
    ? schema.options.flatMap((each) => (each instanceof z.ZodType ? optionsOf(each) : []))
    : schema instanceof z.ZodObject
      ? [schema]
      : [];
const bare = (schema: unknown): unknown => (schema instanceof z.ZodOptional ? schema.unwrap() : schema);

/** 'Change the password as well' is no secret. */
const isFlag = (schema: unknown): boolean =>
  schema instanceof z.ZodType && schema.safeParse(true).success && !schema.safeParse('a').success;

for (const { audit, input: taken, about } of [...calls, ...commands])
  if (audit !== undefined && audit !== 'reads')
    test(`'${audit.action}' keeps no password hash and no token: ${about.slice(0, 40)}`, () => {
      for (const { shape } of optionsOf(taken))
        for (const [name, schema] of Object.entries(shape))
          if (
            bare(schema) === passwordHash ||
            bare(schema) === newPasswordHash ||
            (/pass|token|secret|captcha|hash/i.test(name) && !isFlag(schema))
          )
            assert.ok(audit.secret[name], name);
    });
