// The connection against a server in memory and a driven clock: sign-in, refusal, order, polls, batches, loss, sign-out.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError, d02Remove, q01ServerInfo, q02Login, toDeviceColumns } from '@outrider/contract';
import type { Message } from './channel.ts';
import { settle } from './driven-clock.ts';
import { build, credentials, server, wire } from './fake-server.ts';

describe('signing in', () => {
  it('sends the credentials first, and the rest in the order of the specification', async () => {
    const { connection, sockets, session, clock, tokens } = build(server());
    await connection.signIn(credentials, false);
    await clock.pass(0);
    assert.deepEqual(sockets[0]?.codes(), ['Q02', 'Q01', 'Q03', 'P01', 'Q11']);
    assert.deepEqual({ U: sockets[0].sent[0]?.U, P: sockets[0].sent[0]?.P }, credentials);
    const { loginFlag, level, rights, userName, server: info } = session.getState();
    assert.deepEqual([loginFlag, level, userName, info?.version], [1, 0, 'admin', '0.1.0']);
    assert.deepEqual([...rights], ['P_dash', 'P_live', 'P_gppb']);
    assert.equal(tokens.at(-1), q02Login.example.reply.K);
  });

  it('sets loginFlag 2 when refused, closes the socket and never tries again by itself', async () => {
    const { connection, sockets, session, clock } = build(server({ refuse: true }));
    await assert.rejects(
      connection.signIn(credentials, true),
      (e) => e instanceof AppError && e.code === 'unauthenticated',
    );
    assert.deepEqual([session.getState().loginFlag, session.getState().refusal], [2, 'no']);
    assert.equal(sockets[0]?.closed, true);
    await clock.pass(60_000);
    assert.equal(sockets.length, 1);
  });

  it('goes through flag 0 with each new try, so that each refusal shows', async () => {
    const { connection, flags } = build(server({ refuse: true }));
    await assert.rejects(connection.signIn(credentials, false));
    await assert.rejects(connection.signIn(credentials, false));
    assert.deepEqual(flags, [2, 0, 2]);
  });

  it("takes the page's own port when the command port does not answer", async () => {
    const { connection, sockets } = build(server(), (url) => url !== 'ws://a/');
    await connection.signIn(credentials, false);
    assert.deepEqual(
      sockets.map((s) => s.url),
      ['ws://a/', 'ws://b/command'],
    );
  });

  it('gives up after a form whose server is away, and keeps trying for auto-login', async () => {
    const away = build(server(), () => false, ['ws://a/']);
    await assert.rejects(away.connection.signIn(credentials, false), /cannot be reached/);
    await away.clock.pass(30_000);
    assert.equal(away.sockets.length, 1);
    const auto = build(server(), () => false, ['ws://a/']);
    await assert.rejects(auto.connection.signIn(credentials, true));
    assert.notEqual(auto.session.getState().downSinceMs, undefined);
    await auto.clock.pass(10_000);
    assert.equal(auto.sockets.length, 2);
  });
});

describe('the server info', () => {
  it('[F-SRVINFO-001] is kept with version, licence, expiry, address, time zone and user name', async () => {
    const { connection, session, clock } = build(server());
    await connection.signIn(credentials, false);
    await clock.pass(0);
    const { version, maxlicense, expire, serverip, timezone, username } = q01ServerInfo.example.reply.Z;
    const { server: info } = session.getState();
    assert.deepEqual({ ...info, time: 0 }, { version, maxlicense, expire, serverip, timezone, username, time: 0 });
  });
});

describe('polling', () => {
  it('starts 2.5 s after the server info, repeats every 10 s, asks the stream status 1 s after each', async () => {
    const { connection, sockets, clock } = build(server());
    await connection.signIn(credentials, false);
    await clock.pass(2499);
    const before = sockets[0]?.sent.length ?? 0;
    const since = (): unknown[] => sockets[0]?.codes().slice(before) ?? [];
    assert.deepEqual(since(), []);
    await clock.pass(1);
    assert.deepEqual(since(), ['Q04']);
    await clock.pass(1000);
    assert.deepEqual(since(), ['Q04', 'Q10']);
    await clock.pass(8999);
    assert.deepEqual(since(), ['Q04', 'Q10']);
    await clock.pass(1);
    assert.deepEqual(since(), ['Q04', 'Q10', 'Q04']);
  });

  it('takes a list over only when fin ended it, and lights the heartbeat for half a second', async () => {
    const parts = server({ batches: [[{ Z: [wire] }]] });
    const { connection, sockets, clock, devices, session } = build(parts);
    await connection.signIn(credentials, false);
    await settle();
    assert.equal(devices.size, 0);
    const asked = sockets[0]?.sent.find((m) => m.M === 'Q03');
    sockets[0]?.say({ M: 'Q03', N: asked?.N, R: '1', Z: [{ ...wire, deviceid: 'second' }] });
    sockets[0]?.say({ M: 'Q03', N: asked?.N, R: '1', Z: 'fin', T: 'l1', C: 1 });
    await settle();
    assert.equal(devices.size, 2);
    assert.equal(session.getState().heartbeat, true);
    await clock.pass(499);
    assert.equal(session.getState().heartbeat, true);
    await clock.pass(1);
    assert.equal(session.getState().heartbeat, false);
  });

  it('asks for columns, takes them over as it does rows, and rows as they are from a server that knows no others', async () => {
    const rows = [wire, { ...wire, deviceid: 'second', plate: '', gps_info: { data: null, time: null } }];
    const fin = { Z: 'fin', T: 'l1', C: 1 };
    const listOf = async (...answers: Message[]) => {
      const { connection, sockets, devices } = build(server({ batches: [[...answers, fin]] }));
      await connection.signIn(credentials, false);
      await settle();
      const [asked, again] = sockets[0]?.sent.filter(({ M }) => M === 'Q03') ?? [];
      assert.deepEqual([asked?.D, again], [1, undefined]);
      return [...devices.all()];
    };
    const asRows = await listOf({ Z: rows });
    assert.equal(asRows.length, 2);
    assert.deepEqual(await listOf({ Z: toDeviceColumns(rows) }), asRows);
    assert.deepEqual(
      await listOf({ Z: toDeviceColumns(rows.slice(0, 1)) }, { Z: toDeviceColumns(rows.slice(1)) }),
      asRows,
    );
  });

  it('asks for rows at once where a part of the columns cannot be read, and never for columns again', async () => {
    const fin = { Z: 'fin', T: 'l1', C: 1 };
    const odd = { ...toDeviceColumns([wire]), plate: [['of another version']] };
    const state = server({
      batches: [
        [{ Z: toDeviceColumns([wire]) }, { Z: odd }, fin],
        [{ Z: [wire] }, fin],
      ],
    });
    const { connection, sockets, devices, clock } = build(state);
    await connection.signIn(credentials, false);
    await settle();
    const asked = () => sockets[0]?.sent.filter(({ M }) => M === 'Q03').map(({ D }) => D);
    assert.deepEqual([asked(), [...devices.all()].map(({ plate }) => plate)], [[1, undefined], [wire.plate]]);
    connection.reload();
    await clock.pass(1001);
    assert.deepEqual(asked(), [1, undefined, undefined]);
  });

  it('asks everything again when the token is another one, and when the server says that the list changed', async () => {
    const state = server();
    const { connection, sockets, clock } = build(state);
    await connection.signIn(credentials, false);
    await settle();
    state.token = 'l2';
    await clock.pass(2500);
    assert.deepEqual(sockets[0]?.codes().slice(5), ['Q04', 'Q03', 'Q11']);
    state.token = 'l3';
    sockets[0]?.say({ M: 'P03', T: 'l3' });
    await clock.pass(1001);
    assert.deepEqual(sockets[0]?.codes().slice(8), ['Q04', 'Q10', 'Q03', 'Q11']);
  });

  it('asks for a list that changes 40 times in 20 s no more often than every second', async () => {
    const state = server();
    const { connection, sockets, clock } = build(state);
    await connection.signIn(credentials, false);
    const before = sockets[0]?.codes().length;
    for (let i = 0; i < 40; i += 1) {
      state.token = `n${i}`;
      sockets[0]?.say({ M: 'P03', T: state.token });
      await clock.pass(500);
    }
    const lists =
      sockets[0]
        ?.codes()
        .slice(before)
        .filter((code) => code === 'Q03') ?? [];
    assert.ok(lists.length >= 18 && lists.length <= 20, `${lists.length} lists`);
  });

  it('takes devices that nobody registered as they come and go, and asks no list for them', async () => {
    const { connection, sockets, clock, devices } = build(server());
    await connection.signIn(credentials, false);
    await settle();
    const before = sockets[0]?.codes().length;
    const stranger = { ...wire, deviceid: '666', registered: 0 };
    sockets[0]?.say({ M: 'P07', Z: [stranger] });
    assert.deepEqual([devices.size, devices.get('666')?.registered, devices.orderedIds().length], [2, false, 2]);
    sockets[0]?.say({ M: 'P07', Z: [{ ...stranger, status: 0 }] });
    assert.deepEqual([devices.size, devices.get('666'), devices.orderedIds()], [1, undefined, [wire.deviceid]]);
    await clock.pass(2000);
    assert.equal(sockets[0]?.codes().length, before);
  });

  it('hears positions in columns, and what came while a list was on its way outlasts its older rows', async () => {
    const parts = server({ batches: [[{ Z: [wire] }]] });
    const { connection, sockets, devices } = build(parts);
    await connection.signIn(credentials, false);
    await settle();
    const Z = { i: [wire.deviceid], s: [1], a: [0], la: [9_000_000], ln: [8_000_000], v: [775], d: [5], t: [3] };
    sockets[0]?.say({ M: 'P06', T: 1_790_000_000, Z });
    const asked = sockets[0]?.sent.find((m) => m.M === 'Q03');
    sockets[0]?.say({ M: 'Q03', N: asked?.N, R: '1', Z: 'fin', T: 'l1', C: 1 });
    await settle();
    const { data, time } = devices.get(wire.deviceid)?.gps_info ?? {};
    assert.deepEqual([data?.lat, data?.lng, data?.speedInKmh, time], [9, 8, 77.5, 1_790_000_003_000]);
    assert.equal(sockets[0]?.sent.find((m) => m.M === 'P01')?.D, 1);
  });

  it('takes over what came and went without asking the list again', async () => {
    const state = server();
    const { connection, sockets, clock, devices } = build(state);
    await connection.signIn(credentials, false);
    await clock.pass(0);
    const came = { ...wire, deviceid: 'CAME' };
    state.batches.push([{ Z: [came] }, { Z: 'fin', T: 'l2', C: 5, L: [wire.deviceid, 7] }]);
    sockets[0]?.say({ M: 'P03', T: 'l2' });
    await settle();
    assert.deepEqual(sockets[0]?.codes().slice(5), ['Q04', 'Q12']);
    assert.deepEqual(sockets[0]?.sent.at(-1)?.I, 'CAME');
    assert.deepEqual([devices.orderedIds(), devices.lists], [['CAME'], 1]);
    state.batches.push([{ Z: [came] }, { Z: 'fin', T: 'l2', C: 6 }]);
    await clock.pass(2500);
    const poll = sockets[0]?.sent.at(-1);
    assert.deepEqual([poll?.M, poll?.T, poll?.C], ['Q04', 'l2', 5], 'the list goes on under its new name');
  });

  it('goes on with other rights and another level when the server says so, and hears of other groups', async () => {
    const { connection, sockets, session, flags, heard } = build(server());
    await connection.signIn(credentials, false);
    await settle();
    const asked = sockets[0]?.codes().length;
    sockets[0]?.say({ M: 'P04', L: 2, F: '01' });
    sockets[0]?.say({ M: 'P04', L: 'x' });
    sockets[0]?.say({ M: 'P05' });
    sockets[0]?.say({ M: 'P05', A: 'links', I: 'N1', G: '2', S: 1 });
    await settle();
    const { level, rights } = session.getState();
    assert.deepEqual([level, [...rights]], [2, ['P_tree']]);
    assert.deepEqual([flags, heard, sockets.length], [[1], ['tree ', 'links N1'], 1]);
    assert.equal(sockets[0]?.codes().length, asked, 'nothing is asked again on the main channel');
  });

  it('hears pushed positions', async () => {
    const { connection, sockets, devices } = build(server());
    await connection.signIn(credentials, false);
    await settle();
    sockets[0]?.say({ M: 'P02', Z: [{ i: wire.deviceid, s: 1, a: 0, la: 9, ln: 8, v: 77, d: 5, t: 6 }] });
    assert.equal(devices.get(wire.deviceid)?.gps_info.data?.speedInKmh, 77);
  });
});

describe('losing the connection', () => {
  it('comes back with the token of the session, without password or another captcha', async () => {
    const { connection, sockets, clock, session } = build(server({ captcha: true }));
    await connection.signIn({ ...credentials, k: 'ticket' }, false);
    sockets[0]?.drop();
    await clock.pass(10_000);
    const { K } = q02Login.example.reply;
    assert.deepEqual(sockets[1]?.sent[0], { M: 'Q02', N: 1, K });
    assert.deepEqual(
      [session.getState().loginFlag, session.getState().passwordHash, session.getState().downSinceMs],
      [1, credentials.P, undefined],
    );
  });

  it('signs in with the credentials when the session has ended meanwhile, and gives up when those are refused', async () => {
    const state = server({ sessionOver: true });
    const { connection, sockets, clock, session } = build(state);
    await connection.signIn(credentials, false);
    sockets[0]?.drop();
    await clock.pass(10_000);
    const letters = sockets[1]?.sent.filter((m) => m.M === 'Q02').map((m) => ('K' in m ? 'K' : m.U));
    assert.deepEqual([letters, session.getState().loginFlag], [['K', 'admin'], 1]);
    state.captcha = true;
    sockets[1]?.drop();
    await clock.pass(10_000);
    assert.equal(session.getState().loginFlag, 2);
  });

  it('stays signed in, says since when, and comes back after 10 s with the credentials in memory', async () => {
    const { connection, sockets, clock, session, devices } = build(server());
    await connection.signIn(credentials, false);
    await settle();
    sockets[0]?.drop();
    const lostAt = clock.now();
    assert.deepEqual([session.getState().loginFlag, session.getState().downSinceMs, devices.size], [1, lostAt, 1]);
    await assert.rejects(connection.ask(d02Remove, { I: 'x' }), /is down/);
    await clock.pass(9999);
    assert.equal(sockets.length, 1);
    await clock.pass(1);
    assert.equal(sockets[1]?.codes()[0], 'Q02');
    assert.equal(session.getState().downSinceMs, undefined);
  });

  it('tries again when the server is only starting, and gives up when it refuses', async () => {
    const state = server();
    const { connection, sockets, clock, session } = build(state);
    await connection.signIn(credentials, false);
    state.busy = true;
    sockets[0]?.drop();
    await clock.pass(10_000);
    assert.equal(session.getState().loginFlag, 1);
    state.busy = false;
    state.refuse = true;
    await clock.pass(10_000);
    assert.equal(session.getState().loginFlag, 2);
    await clock.pass(30_000);
    assert.equal(sockets.length, 3);
  });
});

describe('loginFlag', () => {
  it('[F-SESSION-001] is 0 at first, while connecting and after signing out', async () => {
    const { connection, session, flags } = build(server());
    assert.equal(session.getState().loginFlag, 0);
    const entering = connection.signIn(credentials, false);
    assert.equal(session.getState().loginFlag, 0);
    await entering;
    connection.signOut();
    assert.deepEqual([session.getState().loginFlag, flags], [0, [1, 0]]);
  });

  it('[F-SESSION-002] is 1 after an answer to Q02 with R 1', async () => {
    const { connection, session, sockets } = build(server());
    await connection.signIn(credentials, false);
    assert.deepEqual([sockets[0]?.codes()[0], session.getState().loginFlag], ['Q02', 1]);
  });

  it('[F-SESSION-003] is 2 after an answer to Q02 with another R', async () => {
    const { connection, session } = build(server({ refuse: true }));
    await assert.rejects(connection.signIn(credentials, false));
    assert.equal(session.getState().loginFlag, 2);
  });
});

describe('an older server', () => {
  it('whose server info misses a field is named so, and its fleet is shown all the same', async () => {
    const { connection, clock, session, devices } = build(server({ older: true }));
    await connection.signIn(credentials, false);
    await clock.pass(3000);
    const { loginFlag, otherVersion, server: info } = session.getState();
    assert.deepEqual([loginFlag, otherVersion, info, devices.size], [1, true, undefined, 1]);
  });
});

describe('a long shift', () => {
  it("renews by the server's clock where the browser's is a day wrong, ahead or behind", async () => {
    const serverNow = q01ServerInfo.example.reply.Z.time;
    for (const wrongByMs of [86_400_000, -86_400_000]) {
      const { connection, sockets, clock } = build(
        server({ endsAt: serverNow + 3600 }),
        undefined,
        undefined,
        wrongByMs,
      );
      await connection.signIn(credentials, false);
      await clock.pass(3_539_000);
      assert.equal(sockets[0]?.codes().filter((code) => code === 'Q02').length, 1);
      await clock.pass(1000);
      assert.equal(sockets[0]?.codes().filter((code) => code === 'Q02').length, 2);
    }
  });

  it('renews the sign-in a minute before it ends, on the same connection', async () => {
    const { connection, sockets, clock, tokens } = build(server({ endsAt: 1_790_000_000 + 3600 }));
    await connection.signIn(credentials, false);
    await clock.pass(3_539_000);
    assert.equal(sockets[0]?.codes().filter((code) => code === 'Q02').length, 1);
    await clock.pass(1000);
    assert.equal(sockets[0]?.codes().filter((code) => code === 'Q02').length, 2);
    assert.deepEqual([sockets.length, tokens.at(-1)], [1, q02Login.example.reply.K]);
    const renewal = sockets[0]?.sent.findLast((m) => m.M === 'Q02');
    assert.deepEqual([renewal?.K, renewal?.P], [q02Login.example.reply.K, undefined]);
  });
});

describe('commands and signing out', () => {
  it("rejects with the server's reason", async () => {
    const { connection } = build(server());
    await connection.signIn(credentials, false);
    await assert.rejects(
      connection.ask(d02Remove, { I: 'x' }),
      (e) => e instanceof AppError && e.message === 'no such device',
    );
  });

  it('runs into a timeout when the server never answers', async () => {
    const state = server({ batches: [[]] });
    const { connection, clock, sockets } = build(state);
    await connection.signIn(credentials, false);
    await clock.pass(22_500); // 20 s until the request is given up, then the next poll
    assert.equal(sockets[0]?.codes().filter((c) => c === 'Q03').length, 2);
  });

  it('closes the socket, forgets devices and token, and does not come back', async () => {
    const { connection, sockets, clock, session, devices, tokens } = build(server());
    await connection.signIn(credentials, false);
    await settle();
    connection.signOut();
    assert.deepEqual([session.getState().loginFlag, devices.size, sockets[0]?.closed, tokens.at(-1)], [0, 0, true, '']);
    await clock.pass(60_000);
    assert.equal(sockets.length, 1);
  });
});
