// What of an address may stand in a log, and what of the words of others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loggedPath, withoutSecrets } from './redact.ts';

test('a logged path has neither a query nor the account of a viewer page', () => {
  assert.equal(loggedPath('/gkserver/protocol?username=a&password=b'), '/gkserver/protocol');
  assert.equal(loggedPath('/liveview/13.A-7'), '/liveview/13.A-7');
  assert.equal(loggedPath('/live/A1@5/admin/secret?x=1'), '/live/[redacted]');
  assert.equal(loggedPath('/dlremote/A1/60/1704164645/admin/secret/clip1'), '/dlremote/[redacted]');
});

test('the words of others lose every secret, a longer one that holds a shorter one as a whole', () => {
  const text = '535 user ab with abc, abc again';
  assert.equal(withoutSecrets(text, ['ab', 'abc']), '535 user *** with ***, *** again');
  assert.equal(withoutSecrets(text, ['']), text);
});
