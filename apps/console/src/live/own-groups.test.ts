// What the session holds of the account, and that its groups are those of who is signed in.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { postUserInfo } from '@outrider/contract';
import type { UserInfo } from '@outrider/contract';
import { createStore } from 'zustand/vanilla';
import { settle } from './driven-clock.ts';
import { followOwnGroups } from './own-groups.ts';
import { signedOut } from './session.ts';
import type { Session } from './session.ts';

const answer = postUserInfo.example.reply;
const signedIn = (userName: string): Partial<Session> => ({
  loginFlag: 1,
  userName,
  passwordHash: 'A'.repeat(64),
  level: 0,
});

const follow = (ask: () => Promise<UserInfo>) => {
  const session = createStore<Session>(() => signedOut);
  let asked = 0;
  const { refresh } = followOwnGroups(session, () => {
    asked += 1;
    return ask();
  });
  return { session, asked: () => asked, refresh };
};

describe('the session', () => {
  it('[F-USER-001] holds user name, password hash, permission level, loginFlag and the groups of the account', async () => {
    const { session } = follow(async () => answer);
    session.setState(signedIn('admin'));
    await settle();
    const { userName, passwordHash, level, loginFlag, childrens } = session.getState();
    assert.equal(userName, 'admin');
    assert.match(passwordHash, /^[0-9A-F]{64}$/);
    assert.equal(typeof level, 'number');
    assert.ok([0, 1, 2].includes(loginFlag));
    assert.deepEqual(childrens, [{ groupid: '1', name: 'North' }]);
  });

  it('asks once for each sign-in, and forgets the groups with it', async () => {
    const { session, asked } = follow(async () => answer);
    session.setState(signedIn('admin'));
    await settle();
    session.setState({ heartbeat: true });
    assert.equal(asked(), 1);
    session.setState({ ...signedOut });
    assert.deepEqual(session.getState().childrens, []);
    session.setState(signedIn('admin'));
    assert.equal(asked(), 2);
  });

  it('asks again when the groups or the level changed, not for other rights', async () => {
    const { session, asked, refresh } = follow(async () => answer);
    session.setState(signedIn('admin'));
    await settle();
    session.setState({ rights: new Set(['P_live']) });
    assert.equal(asked(), 1);
    session.setState({ level: 2 });
    assert.equal(asked(), 2);
    refresh();
    assert.equal(asked(), 3);
  });

  it('asks again when the server is back, as after a start without it', async () => {
    const { session, asked } = follow(async () => (asked() === 1 ? Promise.reject(new Error('away')) : answer));
    session.setState({ ...signedIn('admin'), downSinceMs: 5 });
    await settle();
    assert.deepEqual(session.getState().childrens, []);
    session.setState({ ...signedIn('admin'), downSinceMs: undefined });
    await settle();
    assert.equal(asked(), 2);
    assert.deepEqual(session.getState().childrens, [{ groupid: '1', name: 'North' }]);
  });

  it('drops an answer that comes for somebody else, and lives without one', async () => {
    const held = Promise.withResolvers<UserInfo>();
    const { session } = follow(() => held.promise);
    session.setState(signedIn('admin'));
    session.setState({ ...signedOut });
    session.setState(signedIn('bob'));
    held.resolve(answer);
    await settle();
    assert.deepEqual(session.getState().childrens, []);
    const { session: alone } = follow(() => Promise.reject(new Error('away')));
    alone.setState(signedIn('admin'));
    await settle();
    assert.equal(alone.getState().loginFlag, 1);
  });
});
