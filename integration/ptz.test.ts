// Moving cameras from the main channel to the recorder: what each move becomes, who may, and that no camera turns for ever.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { p9301PtzRotate, p9306PtzZoom } from '@outrider/jt1078';
import { afterwards } from './support/cleanup.ts';
import { Device } from './support/device.ts';
import { Channel, type Json } from './support/operator.ts';
import { type Server, startDrivenServer } from './support/server.ts';
import { until, type Waiting } from './support/until.ts';

const ID = '13800000101';
const SOON_MS = 100;

type Scene = { server: Server; operator: Channel; device: Device; moves: (readonly number[])[]; waiting: Waiting };

/** A recorder that notes every move and answers it with `result`. */
const setScene = async (t: TestContext, result = 0): Promise<Scene> => {
  const server = await startDrivenServer(t);
  const waiting = { between: () => server.clock.advance(SOON_MS) };
  const operator = await Channel.signedIn(server, server.admin, waiting);
  await operator.get('D01', { I: ID, C: 2 });
  const device = await Device.online(server.ports.jt808, { waiting });
  afterwards(t, () => device.close());
  const moves: (readonly number[])[] = [];
  device.on(p9301PtzRotate.id, ({ header, body }) => {
    const { channel, direction, speed } = p9301PtzRotate.decode(body, '2013');
    moves.push([channel, direction, speed]);
    device.reply(header, result);
  });
  device.on(p9306PtzZoom.id, ({ header, body }) => {
    const { channel, value } = p9306PtzZoom.decode(body, '2013');
    moves.push([0x9306, channel, value]);
    device.reply(header, result);
  });
  return { server, operator, device, moves, waiting };
};

const failureOf = async (operator: Channel, letters: Json): Promise<string> => {
  const [answer] = await operator.ask('D12', letters);
  assert.notEqual(answer?.['R'], '1');
  return String(answer?.['Z']);
};

test('each move becomes its message, a diagonal both of its directions, and STOP the end', async (t) => {
  const { operator, moves } = await setScene(t);
  for (const A of ['UP', 'DN', 'LT', 'RT', 'UPRT', 'ZI', 'ZO', 'STOP']) await operator.get('D12', { I: ID, C: 2, A });
  assert.deepEqual(moves, [
    [2, 1, 128],
    [2, 2, 128],
    [2, 3, 128],
    [2, 4, 128],
    [2, 1, 128],
    [2, 4, 128],
    [0x9306, 2, 0],
    [0x9306, 2, 1],
    [2, 0, 0],
  ]);
});

test('a diagonal let go before its first half is answered turns the camera no further', async (t) => {
  const { operator, device, moves } = await setScene(t);
  const held: (() => void)[] = [];
  device.on(p9301PtzRotate.id, ({ header, body }) => {
    const { channel, direction, speed } = p9301PtzRotate.decode(body, '2013');
    moves.push([channel, direction, speed]);
    if (moves.length === 1) held.push(() => device.reply(header));
    else device.reply(header);
  });
  const pressed = operator.get('D12', { I: ID, C: 1, A: 'UPLT' });
  await until('the first half is asked', () => moves.length === 1, {});
  const released = operator.get('D12', { I: ID, C: 1, A: 'STOP' });
  await operator.get('Q01'); // the server has taken what came before
  for (const answerNow of held) answerNow();
  await Promise.all([pressed, released]);
  await operator.get('D12', { I: ID, C: 1, A: 'ZI' }); // comes after whatever the press still sent
  assert.deepEqual(moves, [
    [1, 1, 128],
    [1, 0, 0],
    [0x9306, 1, 0],
  ]);
});

test('a movement that nobody ends is ended, and so is one whose operator went away', async (t) => {
  const { server, operator, moves, waiting } = await setScene(t);
  await operator.get('D12', { I: ID, C: 1, A: 'UP' });
  await until('the camera is stopped', () => moves.length === 2, waiting);
  assert.deepEqual(moves.at(-1), [1, 0, 0]);
  const other = await Channel.signedIn(server, server.admin, waiting);
  await other.get('D12', { I: ID, C: 1, A: 'LT' });
  other.close();
  await until('the camera is stopped again', () => moves.length === 4, {});
  assert.deepEqual(moves.at(-1), [1, 0, 0]);
});

test('an unknown device, channel or move, a refusing and an absent recorder are told apart', async (t) => {
  const { operator, device } = await setScene(t, 1);
  assert.match(await failureOf(operator, { I: 'NOSUCH', C: 1, A: 'UP' }), /Unknown device NOSUCH/);
  assert.match(await failureOf(operator, { I: ID, C: 3, A: 'UP' }), /no channel 3/);
  assert.match(await failureOf(operator, { I: ID, C: 1, A: 'JUMP' }), /A/);
  assert.match(await failureOf(operator, { I: ID, C: 1, A: 'UP' }), /refused/);
  device.close();
  await until('it is offline', async () => /offline/.test(await failureOf(operator, { I: ID, C: 1, A: 'UP' })));
});
