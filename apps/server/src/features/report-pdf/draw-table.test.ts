// A table as PDF: its texts are in it in both codings, long ones wrap, many rows take pages, ugly ones do no harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { reportTable } from '@outrider/contract';
import { drawTable } from './draw-table.ts';

type Drawn = { pages: number; latin: string; han: string };

const drawn = async (input: unknown, logo = ''): Promise<Drawn> => {
  const chunks: Uint8Array[] = [];
  await drawTable(reportTable.parse(input), logo, (chunk) => void chunks.push(chunk));
  const bytes = Buffer.concat(chunks);
  const whole = bytes.toString('latin1');
  assert.ok(whole.startsWith('%PDF-1.5') && whole.trimEnd().endsWith('%%EOF'));
  const streams = [...whole.matchAll(/stream\n/g)].flatMap(({ index }) => {
    try {
      return [inflateSync(bytes.subarray(index + 7)).toString('latin1')];
    } catch {
      return []; // not one of drawing
    }
  });
  const content = streams.join('\n');
  const latin = [...content.matchAll(/\[((?:<[0-9a-f]*> ?-?[\d.]* ?)+)\] TJ/g)]
    .map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    )
    .join('\n');
  const han = [...content.matchAll(/<([0-9a-f]+)> Tj/g)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le'))
    .join('\n');
  return { pages: [...whole.matchAll(/\/Type \/Page\b(?!s)/g)].length, latin, han };
};

const columns = [{ title: 'Device ID' }, { title: '駕駛' }, { title: 'Mileage', align: 'end' }];

test('Latin and Chinese texts, titles, notes and the total are all drawn', async () => {
  const found = await drawn({
    title: '里程 Mileage',
    notes: ['2026-03-01 to 2026-03-07'],
    columns,
    rows: [['13800000101', '王小明 (A)', '41.25 km']],
    total: ['', '合計', '41.25 km'],
  });
  for (const text of ['Mileage', '2026-03-01 to 2026-03-07', '13800000101', '(A)', '41.25 km', '1 / 1'])
    assert.ok(found.latin.includes(text), text);
  for (const text of ['里程', '駕駛', '王小明', '合計']) assert.ok(found.han.includes(text), text);
  assert.equal(found.pages, 1);
});

test('a thousand rows take pages with the header on each; every row is there once', async () => {
  const rows = Array.from({ length: 1000 }, (_, i) => [`device-${i}.`, '', `${i} km`]);
  const { pages, latin } = await drawn({ title: 'T', columns, rows });
  assert.ok(pages > 15, `${pages} pages`);
  assert.equal(latin.split('Device ID').length - 1, pages);
  for (const [name = ''] of rows) assert.equal(latin.split(name).length, 2, name);
  assert.ok(latin.includes(`${pages} / ${pages}`));
});

test('markup, control signs, empty cells, very long words and wide signs do no harm', async () => {
  const ugly = ['<b>&"\\) Tj</b>', 'x'.repeat(500), '\u0000\n\t(', '', '😀 🚚 字'.repeat(40), ')'.repeat(50)];
  const { latin } = await drawn({ title: ')', columns, rows: ugly.map((text) => [text, text, text]), total: [] });
  assert.ok(latin.includes('<b>&"\\) Tj</b>'));
  assert.ok(latin.includes('\u0085'), 'what is too long ends in dots');
});

test('a logo that is no picture is refused', async () => {
  const table = reportTable.parse({ title: 'T', columns, rows: [] });
  await assert.rejects(drawTable(table, 'data:image/png;base64,AAAA', () => undefined));
});
