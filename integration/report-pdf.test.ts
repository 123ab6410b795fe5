// Reports as PDF files over HTTP: every type, who may read the file, how long it is there, what is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_REPORT_ROWS, reportTypes, rights } from '@outrider/contract';
import { toPasswordHash } from '../apps/server/src/kernel/access/credentials.ts';
import { asJson, httpCall } from './support/operator.ts';
import { until } from './support/until.ts';
import { HOST, type Account, type Server, startDrivenServer } from './support/server.ts';

const table = {
  title: '里程',
  columns: [{ title: 'Device ID' }, { title: 'Mileage', align: 'end' }],
  rows: [['13800000101', '41.25 km']],
};

const post = (server: Server, input: object) =>
  httpCall(server.ports.http, 'POST', '/tmp', { account: server.admin, input: { logo: '', ...input } });

const read = async (
  server: Server,
  url: string,
  account?: Account,
): Promise<{ status: number; type: string; head: string; savedAs: string }> => {
  const credentials = account && Buffer.from(`${account.user}:${account.hash}`).toString('base64');
  const response = await fetch(`http://${HOST}:${server.ports.http}${url}`, {
    headers: credentials === undefined ? {} : { authorization: `Basic ${credentials}` },
  });
  const body = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    head: body.subarray(0, 5).toString('latin1'),
    savedAs: decodeURIComponent(
      /^inline; .*''(\S+)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '',
    ),
  };
};

test('[E-HTTP-027] each of the four types is answered with the address of a PDF, which its maker reads and nobody else, for an hour', async (t) => {
  const server = await startDrivenServer(t);
  const ann = { user: 'ann', hash: toPasswordHash('Sesame-1') };
  const account = { level: 0, rights: new Set(rights), expiresMs: null, groupIds: [1] };
  await server.app.users.add({ name: 'ann', passwordHash: ann.hash, ...account });
  assert.deepEqual(reportTypes, ['event summary', 'event detail', 'mileage', 'netflow']);
  const urls: string[] = [];
  for (const type of reportTypes) {
    const { status, body } = await post(server, { type, data: table });
    const { hasError, url } = asJson(body);
    assert.deepEqual([status, hasError], [200, 0], type);
    assert.match(String(url), /^\/tmp\/[0-9a-f]{32}\.pdf$/);
    assert.deepEqual(await read(server, String(url), server.admin), {
      status: 200,
      type: 'application/pdf',
      head: '%PDF-',
      savedAs: '里程_20260101T000000Z.pdf',
    });
    urls.push(String(url));
  }
  assert.equal(new Set(urls).size, 4);
  const [url = ''] = urls;
  assert.equal((await read(server, url)).status, 401);
  assert.equal((await read(server, url, ann)).status, 404, 'not even another administrator');
  assert.equal((await read(server, '/tmp/..%2Foutrider.sqlite', server.admin)).status, 404);
  await server.clock.advanceAsync(3_700_000);
  assert.equal((await read(server, url, server.admin)).status, 404);
});

test('a table of ten thousand rows is drawn; a wrong type, too many rows and a logo that is no picture are refused with words', async (t) => {
  const server = await startDrivenServer(t);
  const rows = Array.from({ length: 10_000 }, (_, i) => [`${'long-name-'.repeat(9)}${i}`, `${i} km`]);
  const large = await post(server, { type: 'mileage', data: { ...table, rows } });
  assert.equal(asJson(large.body)['hasError'], 0);
  const threads = async (): Promise<string | undefined> => {
    const { body } = await httpCall(server.ports.http, 'GET', '/metrics', { account: server.admin });
    return /^outrider_report_threads (\d)$/m.exec(String(body))?.[1];
  };
  assert.equal(await threads(), '1');
  await server.clock.advanceAsync(11_000);
  await until('the thread gives its memory back', async () => (await threads()) === '0');
  assert.equal((await read(server, String(asJson(large.body)['url']), server.admin)).head, '%PDF-');
  assert.equal(
    asJson((await post(server, { type: 'mileage', data: table })).body)['hasError'],
    0,
    'another one starts',
  );
  const refused = async (input: object): Promise<string> => {
    const { status, body } = await post(server, input);
    assert.equal(status, 400);
    return String(asJson(body)['message']);
  };
  const heavy = Array.from({ length: 11_000 }, () => ['x'.repeat(400), '']);
  const tooMuch = await post(server, { type: 'mileage', data: { ...table, rows: heavy } });
  assert.equal(tooMuch.status, 413);
  assert.match(String(asJson(tooMuch.body)['message']), /too large for a PDF: at most 12000 rows and 4 MB/);
  assert.match(await refused({ type: 'payroll', data: table }), /^type: /);
  const over = Array.from({ length: MAX_REPORT_ROWS + 1 }, () => ['']);
  assert.match(await refused({ type: 'mileage', data: { ...table, rows: over } }), /^data\.rows: /);
  assert.match(await refused({ type: 'mileage', data: table, logo: 'http://example.org/x.png' }), /PNG or JPEG/);
  const broken = 'data:image/png;base64,AAAA';
  assert.match(await refused({ type: 'mileage', data: table, logo: broken }), /^The PDF cannot be drawn: /);
});

test('the oldest files go when one account makes many', async (t) => {
  const server = await startDrivenServer(t);
  const urls: string[] = [];
  for (let i = 0; i < 21; i += 1)
    urls.push(String(asJson((await post(server, { type: 'mileage', data: table })).body)['url']));
  const [first = '', second = ''] = urls;
  assert.equal((await read(server, first, server.admin)).status, 404);
  assert.equal((await read(server, second, server.admin)).status, 200);
});
