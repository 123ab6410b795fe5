// Who may enter by which path, and where others go.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashPassword } from '../lib/password-hash.ts';
import { leaveFor } from './entrance-rule.ts';

const hash = hashPassword('/depot-7').toLowerCase();

describe('the entrance', () => {
  it('lets everyone in where no hash is given', () => {
    assert.equal(leaveFor({ hash: '', redirect: 'https://a.example/' }, '/any', ''), undefined);
  });

  it('lets in by its own path, in any case of the hash', () => {
    for (const given of [hash, hash.toUpperCase()])
      assert.equal(leaveFor({ hash: given, redirect: '' }, '/depot-7', ''), undefined);
  });

  it('sends others to the given address, else to a public search site', () => {
    assert.equal(leaveFor({ hash, redirect: 'https://a.example/' }, '/', ''), 'https://a.example/');
    assert.match(leaveFor({ hash, redirect: '' }, '/depot-70', '') ?? '', /^https:\/\//);
  });

  it('asks a tab once, and again when the deployment changes its path', () => {
    assert.equal(leaveFor({ hash, redirect: '' }, '/blockview', hash.toUpperCase()), undefined);
    assert.notEqual(leaveFor({ hash, redirect: '' }, '/blockview', 'F'.repeat(64)), undefined);
  });
});
