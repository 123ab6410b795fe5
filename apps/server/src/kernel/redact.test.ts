// What of an address may stand in a log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loggedPath } from './redact.ts';

test('a logged path has neither a query nor the account of a viewer page', () => {
  assert.equal(loggedPath('/gkserver/protocol?username=a&password=b'), '/gkserver/protocol');
  assert.equal(loggedPath('/liveview/13.A-7'), '/liveview/13.A-7');
  assert.equal(loggedPath('/live/A1@5/admin/secret?x=1'), '/live/[redacted]');
  assert.equal(loggedPath('/dlremote/A1/60/1704164645/admin/secret/clip1'), '/dlremote/[redacted]');
});
