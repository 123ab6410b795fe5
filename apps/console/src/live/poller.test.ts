// What the poller asks again or by itself: a server info or a first list that failed, the extra info of edited devices.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { q12ExtraInfo } from '@outrider/contract';
import { settle } from './driven-clock.ts';
import { build, credentials, server, wire } from './fake-server.ts';

describe('the poller', () => {
  it('goes on without the server info, which it asks again until it is answered', async () => {
    const state = server({ mute: true });
    const { connection, sockets, clock, session } = build(state);
    await connection.signIn(credentials, false);
    await clock.pass(22_500); // 20 s until the request is given up, then the first poll
    const asked = (code: string): number => sockets[0]?.codes().filter((each) => each === code).length ?? 0;
    assert.deepEqual([asked('Q01'), asked('Q04')], [2, 1]);
    state.mute = false;
    await clock.pass(30_000); // the second request is given up as well, the third is answered
    assert.deepEqual([asked('Q01'), asked('Q04'), session.getState().server?.version], [3, 4, '0.1.0']);
    await clock.pass(30_000);
    assert.deepEqual([asked('Q01'), asked('Q04')], [3, 7]);
  });

  it('asks a first list that failed again with the next poll, also where the server info failed with it', async () => {
    for (const mute of [false, true]) {
      const { connection, sockets, clock, devices } = build(server({ mute, batches: [[{ R: '503', Z: 'busy' }]] }));
      await connection.signIn(credentials, false);
      await clock.pass(0);
      assert.deepEqual([devices.loaded, sockets[0]?.codes().includes('Q11')], [false, false]);
      await clock.pass(mute ? 22_500 : 2500);
      assert.deepEqual([devices.loaded, sockets[0]?.codes().at(-1)], [true, 'Q11']);
    }
  });

  it('asks the extra info of devices that somebody edited, each by itself or, of many, all behind the next list', async () => {
    const state = server();
    const { connection, sockets, clock, devices } = build(state);
    await connection.signIn(credentials, false);
    await clock.pass(3501);
    const before = sockets[0]?.codes().length;
    const since = () =>
      sockets[0]?.sent.slice(before).map(({ M, I }) => (I === undefined ? M : `${String(M)} ${String(I)}`));
    state.extra = { ...q12ExtraInfo.example.reply.Z, deviceid: wire.deviceid, talkchannel: 3 };
    sockets[0]?.say({ M: 'P03', T: 'l1', I: [wire.deviceid, 'other'] });
    await settle();
    assert.deepEqual(since(), [`Q12 ${wire.deviceid}`, 'Q12 other']);
    assert.equal(devices.extra(wire.deviceid)?.talkchannel, 3);
    sockets[0]?.say({ M: 'P03', T: 'l1', I: [] });
    sockets[0]?.say({ M: 'P03', T: 'l1', I: Array.from({ length: 11 }, (_, i) => `${i}`) });
    await settle();
    assert.equal(since()?.length, 2);
    await clock.pass(9000);
    assert.deepEqual(since()?.slice(2), ['Q04', 'Q11']);
  });
});
