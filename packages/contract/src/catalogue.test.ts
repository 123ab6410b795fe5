// What holds for every call, command and push, whatever it is about: its path, right, audit and choices are words that mean something.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { calls, commands, pushes, settings } from './catalogue.ts';
import { rights } from './speak/rights.ts';

const requirements: readonly string[] = [
  'public',
  'signed-in',
  'level-1',
  'level-2',
  'admin',
  'F_gps or P_gppb',
  'F_lmdvrs_deleteall and F_lmdvrs_deleterecord',
  ...rights,
];
const spoken = [...calls, ...commands];
const titleOf = (each: (typeof spoken)[number]): string => ('path' in each ? `${each.method} ${each.path}` : each.code);

/** The schemas inside of one, itself included. */
const within = (schema: unknown, seen = new Set<unknown>()): z.ZodType[] => {
  if (seen.has(schema)) return [];
  seen.add(schema);
  if (schema instanceof z.ZodType) return [schema, ...within(schema.def, seen)];
  return typeof schema === 'object' && schema !== null
    ? Object.values(schema).flatMap((part) => within(part, seen))
    : [];
};
const choicesOf = (schema: z.ZodType): unknown[] =>
  schema instanceof z.ZodEnum ? schema.options : schema instanceof z.ZodLiteral ? [...schema.values] : [];

const fieldsOf = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodUnion || schema instanceof z.ZodObject
    ? within(schema).flatMap((part) => (part instanceof z.ZodObject ? Object.keys(part.shape) : []))
    : [];

/** 'mail.pass' is `pass` of the object `mail`. */
const hasField = (schema: z.ZodType, path: string): boolean => {
  const [name = '', ...inside] = path.split('.');
  if (inside.length === 0) return fieldsOf(schema).includes(name);
  const part = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  return part instanceof z.ZodType && hasField(part, inside.join('.'));
};

test('a path begins at the root and is made of names and of fields of the input', () => {
  for (const { method, path, input } of calls) {
    assert.match(path, /^\/(?:api|gk[a-z]+|nominatim|i18n|tmp)(?:\/(?:[A-Za-z]+|\{[a-z]+\}|\*))*$/);
    for (const [, name] of path.matchAll(/\{([a-z]+)\}/g)) assert.ok(fieldsOf(input).includes(name ?? ''), path);
    assert.ok(['GET', 'POST', 'PUT', 'DELETE'].includes(method), path);
  }
});

test('a command or push has a letter and two digits as its code, DB and a number for those of the monitor pages; two try a connection', () => {
  for (const { code } of [...commands, ...pushes]) assert.match(code, /^(?:[A-Z]\d\d|DB\d{1,2}|echo|ping)$/);
});

test('what is asked of the caller is something that one can have', () => {
  for (const each of spoken) assert.ok(requirements.includes(each.right), `${titleOf(each)} asks for '${each.right}'`);
});

test('a right is of a page or a feature, and none stands twice', () => {
  for (const right of rights) assert.match(right, /^(?:P|F)_[a-z]+(?:_[a-z0-9]+)*$/);
  assert.equal(new Set(rights).size, rights.length);
});

test('what changes something says what it does, and names only fields that it takes', () => {
  for (const each of spoken) {
    const { audit } = each;
    if ('path' in each && each.method === 'GET') assert.equal(audit, undefined, each.path);
    else assert.ok(audit !== undefined, titleOf(each));
    if (typeof audit !== 'object') {
      assert.ok(audit === undefined || audit === 'reads', titleOf(each));
      continue;
    }
    assert.match(audit.action, /^[A-Z][a-z]+( [A-Za-z-]+)+$/, titleOf(each));
    const unless = typeof audit.unless === 'string' ? [audit.unless] : (audit.unless?.slice(0, 1) ?? []);
    const named = [...(audit.device?.split(',') ?? []), audit.user ?? [], unless, Object.keys(audit.secret)].flat();
    for (const field of named) assert.ok(hasField(each.input, String(field)), `${titleOf(each)}: '${field}'`);
    if (typeof audit.unless === 'object') assert.notEqual(audit.unless[1], '', titleOf(each));
    for (const secret of Object.values(audit.secret)) assert.equal(secret, true);
  }
});

test('no choice is without a word, but where nothing is an answer', () => {
  const said = [
    ...spoken.flatMap((each) => [
      { title: titleOf(each), schema: each.input },
      { title: titleOf(each), schema: each.reply },
    ]),
    ...pushes.map(({ code, payload }) => ({ title: code, schema: payload })),
  ];
  const wordless = new Set<string>();
  for (const { title, schema } of said)
    for (const part of within(schema)) {
      const choices = choicesOf(part);
      assert.equal(new Set(choices).size, choices.length, `${title}: ${choices.join()}`);
      if (choices.includes('')) wordless.add(`${title}: ${choices.slice(0, 2).join('|')}`);
    }
  assert.deepEqual(
    [...wordless],
    [
      'POST /gkevent/eventfiles: |offline',
      'POST /gkevent/askfiles: |offline',
      'POST /gkserver/fwrollout: ',
      'GET /gkserver/fwrollout/{rolloutid}: |waiting',
      'GET /gkserver/fwrollout/{rolloutid}: |refused',
      // '' is the default of the specification
      'GET /gkserver/cover: 0|1',
      'PUT /gkserver/cover: 0|1',
      'GET /gkserver/fencelist: |blue',
      'GET /gkserver/fence/{index}: |blue',
      'PUT /gkserver/fence/{index}: |blue',
      'GET /gkserver/tracklist: |blue',
      'GET /gkserver/track/{index}: |blue',
      'PUT /gkserver/track/{index}: |blue',
      'POST /gklog/uslog: ',
      'POST /gklog/exportuslog: ',
      'POST /gkmileage/mileagequery: ',
      'D10: |waiting',
      'D10: |refused',
    ],
  );
});

test('what is refused as too large says so in a sentence', () => {
  for (const each of calls)
    for (const limit of [each.body, each.upload]) {
      if (limit === undefined) continue;
      assert.match(limit.tooLarge, /^[A-Za-z].+ .+/, each.path);
      assert.ok(limit.maxBytes >= 64 * 1024, each.path);
    }
});

test('of the results of a command that are a success, 1 is one', () => {
  for (const { code, successes } of commands) {
    if (successes === undefined) continue;
    assert.ok(successes.includes('1'), code);
    for (const result of successes) assert.match(result, /^\d{1,3}$/, code);
  }
});

test('a command that carries its own credentials takes U and P, and P is never stored', () => {
  for (const each of commands) {
    const fields = fieldsOf(each.input);
    if (each.ownCredentials !== true) continue;
    assert.ok(fields.includes('U') && fields.includes('P'), each.code);
    if (typeof each.audit === 'object') assert.equal(each.audit.secret['P'], true, each.code);
  }
});

test('a setting is stored under a name of its own, and what masks or fixes a field names one that it has', () => {
  assert.equal(new Set(settings.map(({ key }) => key)).size, settings.length);
  for (const { key, schema, secret, belongs, configKeys, applies, load, save } of settings) {
    assert.match(key, /^[a-z]+(?:-[a-z]+)*$/);
    for (const field of [...secret, ...Object.keys(configKeys)]) assert.ok(hasField(schema, field), `${key} ${field}`);
    for (const [field, { to, text }] of Object.entries(belongs)) {
      assert.ok(secret.includes(field), `${key} ${field}`);
      assert.match(text, /^[A-Z].*\.$/, key);
      for (const each of to) assert.ok(hasField(schema, each), `${key} ${each}`);
    }
    for (const configField of Object.values(configKeys)) assert.match(configField.key, /^[a-z][A-Za-z0-9]+$/);
    assert.ok(applies === 'now' || applies === 'restart');
    for (const { path } of [load, save]) assert.match(path, /^\/gkserver\/[a-z]+$/, key); // loading may have a path of its own
    assert.ok(load.method === 'GET' || load.method === 'POST');
    assert.deepEqual([save.method, save.right], ['PUT', 'admin']);
  }
});

test('a secret of a setting says what it belongs to, but for those that never leave the server', () => {
  const free = settings.flatMap(({ key, secret, belongs }) =>
    secret.filter((field) => (belongs[field]?.to ?? []).length === 0).map((field) => `${key} ${field}`),
  );
  assert.deepEqual(free.toSorted(), ['cloud secret', 'encrypt privateKey']);
});
