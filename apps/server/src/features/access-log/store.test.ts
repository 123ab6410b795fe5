// The table access_log, on both databases.
import { logSuite } from '../../adapters/test-logs.ts';
import { accessLogTable } from './store.ts';

logSuite('access log', accessLogTable, {
  entry: (atMs) => ({
    atMs,
    type: 'Command line',
    method: 'PUT',
    action: 'Change password',
    address: '192.0.2.7',
    userName: 'ann',
    deviceId: '',
    result: 'done',
    data: { url: '/x', body: { name: 'a', list: [1, null] }, before: { name: 'b' } },
  }),
  other: { address: '::1', userName: 'bob', action: 'Sign in' },
});
