// The notation of the reference pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schemaText } from './schema-text.ts';

test('limits of the field are shown, limits of JavaScript are not', () => {
  assert.equal(schemaText({ type: 'integer', minimum: 0, maximum: 65535 }), 'integer(0..65535)');
  assert.equal(schemaText({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), 'integer(0..)');
  assert.equal(schemaText({ type: 'number' }), 'number');
  assert.equal(schemaText({ type: 'string', minLength: 1, pattern: '^a$' }), 'text(1..) /^a$/');
});

test('choices are joined, and kept together in a list', () => {
  const flag = {
    anyOf: [
      { type: 'number', const: 0 },
      { type: 'number', const: 1 },
    ],
  };
  assert.equal(schemaText(flag), '0 | 1');
  assert.equal(schemaText({ type: 'array', items: flag }), '(0 | 1)[]');
  assert.equal(schemaText({ type: ['number', 'null'] }), 'number | null');
  assert.equal(schemaText({ enum: ['a', 'b'] }), '"a" | "b"');
});

test('objects nest, and optional fields carry a question mark', () => {
  const inner = { type: 'object', properties: { c: { type: 'boolean' } }, required: ['c'] };
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'array', items: inner } },
    required: ['b'],
  };
  assert.equal(schemaText(schema), '{\n  a?: text\n  b: {\n    c: boolean\n  }[]\n}');
  assert.equal(schemaText({ type: 'object', properties: {} }), '{}');
});
