// A recorder that does not know every cause shows what it keeps for the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type MediaCause } from '@outrider/contract';
import type { DeviceLink, HeldMedium } from '../../gateway/index.ts';
import { lookFor } from './look-for.ts';

const asked = { kind: 'photo', channel: 0, fromMs: null, toMs: null } as const;
const medium = (id: number): HeldMedium => ({
  id,
  identity: `${id}`,
  kind: 'photo',
  channel: 1,
  cause: 'order',
  takenMs: id,
  latitude: 0,
  longitude: 0,
});
const refused = new AppError('device_refused', 'The device refused: failed');
const silent = new AppError('device_timeout', 'The device did not answer');

/** What it answers to one question after the other. */
const look = async (...answers: (HeldMedium[] | AppError)[]): Promise<[ids: (number | null)[], asked: number]> => {
  let count = 0;
  const order = (): Promise<unknown> => {
    const answer = answers[count++];
    return answer instanceof AppError ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const causes: MediaCause[] = ['order', 'timed', 'robbery'];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one order of many is asked here
  const found = await lookFor({ order: order as DeviceLink['order'] }, asked, causes);
  return [found.map(({ id }) => id), count];
};

test('a cause that is refused takes nothing from the others', async () => {
  assert.deepEqual(await look([medium(1)], refused, [medium(3)]), [[3, 1], 3]);
  assert.deepEqual(await look(refused, [], []), [[], 3]);
});

test('what failed is said where all are refused, and where the device fell silent in the middle', async () => {
  await assert.rejects(look(refused, refused, refused), refused);
  await assert.rejects(look(silent), silent);
  await assert.rejects(look([medium(1)], silent), silent);
});
