// Every request a platform can make is answered: by its dedicated answer or by 0x0001 with an honest result. The bodies are
// written by hand from the standard's tables.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fromHex, messages as messages808, t0001GeneralReply } from '@outrider/jt808';
import { messages as messages1078 } from '@outrider/jt1078';
import { WheelClock } from '../../clock.ts';
import { ScriptedPlatform } from '../../testing/scripted-platform.ts';
import { createVehicle } from '../vehicle.ts';
import type { Vehicle } from '../vehicle.ts';

const ANY_TIME = '000000000000';
const AREA = '00000007 0000 016f5f58 072f1a68';

/** Body of each request, its answer, and the result of 0x0001 where that is the answer. */
const REQUESTS: readonly (readonly [id: number, body: string, answer: number, result?: number])[] = [
  [0x8103, '01 00000055 04 00000050', 0x0001, 0],
  [0x8104, '', 0x0104],
  [0x8106, '01 00000055', 0x0104],
  [0x8105, '05', 0x0001, 0],
  [0x8107, '', 0x0107],
  [0x8108, '00 4f55545244 02 7631 00000003 010203', 0x0001, 0],
  [0x8201, '', 0x0201],
  [0x8202, '000a 0000003c', 0x0001, 0],
  [0x8203, '0000 00000001', 0x0001, 0],
  [0x8204, '', 0x0001, 0],
  [0x8300, '04 6869', 0x0001, 0],
  [0x8301, '01 01 01 02 6869', 0x0001, 0],
  [0x8302, '08 02 6f6b 01 0003 796573', 0x0001, 0],
  [0x8303, '01 01 01 0004 6e657773', 0x0001, 0],
  [0x8304, '01 0004 6e657773', 0x0001, 0],
  [0x8400, '00 313233', 0x0001, 0],
  [0x8401, '01 01 03 03 313233 02 6869', 0x0001, 0],
  [0x8500, '01', 0x0001, 0],
  [0x8600, `00 01 ${AREA} 00000064`, 0x0001, 0],
  [0x8601, '00', 0x0001, 0],
  [0x8602, `00 01 ${AREA} 016f0000 072f0000`, 0x0001, 0],
  [0x8603, '00', 0x0001, 0],
  [0x8604, `00000007 0000 0003 016f5f58 072f1a68 016f6000 072f1a68 016f6000 072f2000`, 0x0001, 0],
  [0x8605, '01 00000007', 0x0001, 0],
  [0x8606, '00000009 0000 0001 00000001 00000001 016f5f58 072f1a68 14 00', 0x0001, 0],
  [0x8607, '00', 0x0001, 0],
  [0x8608, '04 00000000', 0x0608],
  [0x8700, '02', 0x0700],
  [0x8701, 'c2', 0x0001, 0],
  [0x8702, '', 0x0702],
  [0x8801, '01 0001 0000 01 02 01 80 40 40 80', 0x0805],
  [0x8802, `00 00 00 ${ANY_TIME} ${ANY_TIME}`, 0x0802],
  [0x8803, `00 00 00 ${ANY_TIME} ${ANY_TIME} 00`, 0x0001, 0],
  [0x8804, '01 000a 00 00', 0x0001, 0],
  [0x8805, '0000ffff 00', 0x0001, 1],
  [0x8900, 'f7 02 64 65', 0x0900],
  [0x8a00, `00010001 ${'11'.repeat(128)}`, 0x0a00],
  [
    0x9208,
    `09 3132372e302e302e31 17a2 0000 ${'30'.repeat(7)} 260101000000 00 03 00 ${'41'.repeat(32)} ${'00'.repeat(16)}`,
    0x0001,
    1,
  ],
  [0x9003, '', 0x1003],
  [0x9101, '09 3132372e302e302e31 0000 0000 01 00 01', 0x0001, 1],
  [0x9102, '01 00 00 00', 0x0001, 1],
  [0x9105, '01 00', 0x0001, 0],
  [0x9201, `09 3132372e302e302e31 0001 0000 01 00 01 01 00 00 200101000000 200101000100`, 0x0001, 1],
  [0x9202, `01 00 00 ${ANY_TIME}`, 0x0001, 1],
  [0x9205, `00 ${ANY_TIME} ${ANY_TIME} ${'00'.repeat(8)} 00 00 00`, 0x1205],
  [0x9206, `01 61 0015 00 00 00 01 ${ANY_TIME} ${ANY_TIME} ${'00'.repeat(8)} 00 00 00 07`, 0x0001, 0],
  [0x9207, '0001 00', 0x0001, 1],
  [0x9301, '01 03 80', 0x0001, 0],
  ...[0x9302, 0x9303, 0x9304, 0x9305, 0x9306].map((id) => [id, '01 01', 0x0001, 0] as const),
];

/** Themselves answers, or a matter of the link. */
const NO_REQUESTS = [0x8001, 0x8003, 0x8004, 0x8100, 0x8800, 0x9212];

/** A message whose body is these bytes. */
const byHand = (id: number, hex: string) => ({
  id,
  name: 'by-hand',
  direction: 'down' as const,
  decode: () => ({}),
  encode: () => fromHex(hex.replaceAll(' ', '')),
});

const platform = new ScriptedPlatform();
let vehicle: Vehicle;

before(async () => {
  const port = await platform.listen();
  vehicle = createVehicle({ host: '127.0.0.1', port, clock: new WheelClock(), intervalMs: 60_000 });
  vehicle.start();
  await vehicle.whenOnline();
});

after(async () => {
  await vehicle.stop();
  platform.close();
});

test('no request of the protocol is forgotten here', () => {
  const requests = [...messages808, ...messages1078]
    .filter(({ direction }) => direction === 'down')
    .map(({ id }) => id);
  const covered = new Set([...REQUESTS.map(([id]) => id), ...NO_REQUESTS]);
  assert.deepEqual(
    requests.filter((id) => !covered.has(id)).map((id) => id.toString(16)),
    [],
  );
});

for (const [id, hex, answerId, result] of REQUESTS) {
  test(
    `0x${id.toString(16)} is answered by 0x${answerId.toString(16).padStart(4, '0')}`,
    { timeout: 60_000 },
    async () => {
      const answer = platform.next(answerId);
      const serial = platform.send(byHand(id, hex), {});
      const received = await answer;
      if (result === undefined) return;
      assert.deepEqual(t0001GeneralReply.decode(received.body, '2013'), { replySerial: serial, replyId: id, result });
    },
  );
}

test(
  'a question is answered by the driver, doors by their position, areas by what was set',
  { timeout: 60_000 },
  async () => {
    const chosen = platform.next(0x0302, ({ body }) => body[2] === 7);
    const serial = platform.send(byHand(0x8302, '08 02 6f6b 07 0003 796573'), {});
    assert.deepEqual([...(await chosen).body], [serial >> 8, serial & 0xff, 7]);
    assert.equal(await platform.ask(byHand(0x8600, `00 01 ${AREA} 00000064`), {}), 0);
    const areas = platform.next(0x0608);
    platform.send(byHand(0x8608, '01 00000000'), {});
    const expected = `01 00000001 ${AREA} 00000064`.replaceAll(' ', '');
    assert.equal(Buffer.from((await areas).body).toString('hex'), expected);
  },
);
