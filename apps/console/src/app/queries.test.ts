// What becomes of answers when users change in one page.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createStore } from 'zustand/vanilla';
import { signedOut } from '../live/session.ts';
import type { Session } from '../live/session.ts';
import { createQueries } from './queries.ts';

it('forgets every answer when the user signs out, and keeps them while he stays', () => {
  const session = createStore<Session>(() => ({ ...signedOut, loginFlag: 1, userName: 'ann' }));
  const queries = createQueries(session);
  queries.setQueryData(['POST', '/gkcommon/userinfo'], { childrens: ['depot'] });
  session.setState({ downSinceMs: 5 });
  assert.deepEqual(queries.getQueryData(['POST', '/gkcommon/userinfo']), { childrens: ['depot'] });
  session.setState({ ...signedOut });
  session.setState({ loginFlag: 1, userName: 'bob' });
  assert.equal(queries.getQueryData(['POST', '/gkcommon/userinfo']), undefined);
});
