// The meters of the server as an administrator reads them.
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { useStage } from './fixture.ts';
import { expect, test } from './test.ts';

/** An hour that is over, of the start: the next one may begin while the page is opened. */
const at = new Date();
at.setUTCHours(at.getUTCHours() - 3, 0, 0, 0);

const stage = useStage({}, ({ server }) => {
  const database = new DatabaseSync(join(server.config.data, 'outrider.sqlite'));
  database
    .prepare('INSERT INTO performance_minutes (at_ms, gms, meters) VALUES (?, ?, ?)')
    .run(at.getTime(), hostname(), JSON.stringify({ command: [4, 10, 6.5] }));
  database.close();
  return Promise.resolve();
});

test('[F-ROUTE-039 E-PERF-001 E-PERF-002] the table has its columns; times are those of the browser, eight hours ahead of UTC here', async ({
  t,
}) => {
  const page = await stage.signedIn(t, { path: '/performanceinfo', context: { timezoneId: 'Asia/Taipei' } });
  const table = page.getByRole('table', { name: 'Performance info' });
  await expect(table.getByRole('columnheader')).toHaveText([
    '#',
    'DateTime',
    'GMS',
    'Meter',
    'Process Count',
    'Avg Process Time(secs)',
    'Max Process Time(secs)',
  ]);
  const local = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(11, 19);
  const row = table.getByRole('row').filter({ hasText: local }).filter({ hasText: 'Command of the main channel' });
  await expect(row.getByRole('cell')).toContainText([
    /^\d+$/,
    local,
    hostname(),
    'Command',
    '4',
    '0.002500',
    '0.006500',
  ]);
});
