// Which pane shows a message, and what is forgotten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Pane, added, emptyLog, KEPT_LINES, traced } from './trace-log.ts';

const message = (M: string, id: string, D?: number) => ({
  M,
  I: 'A',
  T: 5,
  Z: { id, name: '', serial: 1, hex: '', fields: '' },
  ...(D !== undefined && { D }),
});

test('each message has its pane, a heartbeat its own, and nothing else is shown', () => {
  const paneOf = (M: string, id: string): Pane | undefined => traced(message(M, id))?.pane;
  assert.deepEqual(
    [paneOf('DB3', '8105'), paneOf('DB4', '0200'), paneOf('DB4', '0002'), paneOf('DB5', '9101'), paneOf('DB6', '0001')],
    ['toDevice', 'fromDevice', 'heartbeat', 'peerSent', 'peerReceived'],
  );
  assert.deepEqual(
    [paneOf('DB3', '0002'), paneOf('DB1', '0002'), traced({ M: 'DB3', R: '1' })],
    ['toDevice', undefined, undefined],
  );
});

test('the newest are kept, newest first, and those that were lost are counted', () => {
  const lines = Array.from({ length: KEPT_LINES + 5 }, (_, key) => {
    const came = traced(message('DB3', '8105', key < 2 ? 3 : undefined));
    assert.ok(came);
    return { pane: came.pane, line: { ...came.line, key } };
  });
  const log = added(added(emptyLog, lines.slice(0, 10)), lines.slice(10));
  assert.deepEqual([log.lines.toDevice.length, log.lines.toDevice[0]?.key, log.lost], [KEPT_LINES, KEPT_LINES + 4, 6]);
  assert.deepEqual(log.lines.fromDevice, []);
});
