// The table stream_log, on both databases.
import { logSuite } from '../../adapters/test-logs.ts';
import { streamLogTable } from './store.ts';

logSuite('stream log', streamLogTable, {
  entry: (updatedMs) => ({
    userName: 'admin',
    deviceKey: 1,
    deviceId: 'D1',
    channel: 1,
    entrance: 'Web',
    type: 'Liveview end',
    askedMs: 0,
    duringMs: 0,
    updatedMs,
  }),
  other: { type: 'Local playback', entrance: 'Rtsp', userName: 'ann', deviceId: 'D2' },
});
