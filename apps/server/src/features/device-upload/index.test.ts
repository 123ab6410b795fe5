// The end of an upload where the database takes nothing in that moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceLink, DeviceUpload, UploadEnd } from '../../gateway/index.ts';
import { silentLog } from '../../kernel/log.ts';
import { createManualClock } from '../../kernel/manual-clock.ts';
import type { OrderDesk, OrderKind } from '../device-order/index.ts';
import { deviceUploadFeature } from './index.ts';

test('the end of an upload that could not be written is written later', async () => {
  const clock = createManualClock();
  const told: string[] = [];
  const disk = { full: true, tries: 0 };
  let kind: OrderKind<unknown> | undefined;
  const desk: Pick<OrderDesk<unknown>, 'tellMore'> = {
    async tellMore(id, before, message) {
      disk.tries += 1;
      if (disk.full) throw new Error('disk full');
      told.push(`${id} ${before}: ${message}`);
    },
  };
  const uploads = deviceUploadFeature({
    clock,
    log: silentLog,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody asks for anything here
    devices: {} as never,
    orders: {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a desk that is used here
      kind: (given) => ((kind = given as never), desk as never),
      tell: () => assert.fail('nobody asks'),
    },
  });
  assert.ok(kind);
  const ended = Promise.withResolvers<UploadEnd>();
  const upload: DeviceUpload = { ended: ended.promise, control: () => Promise.resolve() };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a link that is used here
  const link = { deviceKey: 1, startUpload: () => Promise.resolve(upload) } as unknown as DeviceLink;
  await kind.send(link, {}, () => undefined, 7);
  kind.over?.({}, { state: 'done', outcome: 'done', message: 'Uploading' }, 7);
  ended.resolve('done');
  await clock.advanceAsync(0);
  assert.deepEqual([disk.tries, told], [1, []]);
  await clock.advanceAsync(10_000);
  disk.full = false;
  await clock.advanceAsync(20_000);
  assert.deepEqual([disk.tries, told], [3, ['7 Uploading: Uploaded']]);
  await uploads.close();
  assert.equal(clock.pending(), 0);
});
