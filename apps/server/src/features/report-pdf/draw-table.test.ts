// A table as PDF: its texts are in it in both codings, long ones wrap, many rows take pages, ugly ones do no harm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { reportTable } from '@outrider/contract';
import { encode } from 'jpeg-js';
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

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
const END = chunk('IEND', Buffer.alloc(0));
/** With an alpha channel, for which all pixels are unpacked. */
const headOf = (width: number, height: number): Buffer => {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return chunk('IHDR', head);
};
const pixelsOf = (bytes: number): Buffer => chunk('IDAT', deflateSync(Buffer.alloc(bytes)));
const png = (...chunks: Buffer[]): string =>
  `data:image/png;base64,${Buffer.concat([SIGNATURE, ...chunks, END]).toString('base64')}`;
const jpegBytes = encode({ width: 16, height: 8, data: Buffer.alloc(16 * 8 * 4, 90) }, 80).data;
const jpeg = (bytes: Buffer): string => `data:image/jpeg;base64,${bytes.toString('base64')}`;

test('a logo is drawn, a PNG as a JPEG', async () => {
  for (const logo of [png(headOf(3, 2), pixelsOf(2 * 13)), jpeg(jpegBytes)]) {
    const chunks: Uint8Array[] = [];
    const table = reportTable.parse({ title: 'T', columns, rows: [] });
    await drawTable(table, logo, (some) => void chunks.push(some));
    assert.match(Buffer.concat(chunks).toString('latin1'), /\/Subtype \/Image/, logo.slice(0, 20));
  }
});

test('a logo that is no picture is refused', async () => {
  const table = reportTable.parse({ title: 'T', columns, rows: [] });
  const frame = jpegBytes.indexOf(Buffer.from([0xff, 0xc0]));
  const [wide, endless] = [Buffer.from(jpegBytes), Buffer.from(jpegBytes)];
  wide.writeUInt32BE(0xff_ff_ff_ff, frame + 5);
  endless.fill(0, 2);
  for (const [what, logo] of Object.entries({
    nothing: 'data:image/png;base64,AAAA',
    'a chunk that is longer than the file, or of a length below nothing': `data:image/png;base64,iVBORw0KGgr////0YWJjZA==`,
    'a picture of gigabytes': png(headOf(20_000, 20_000), pixelsOf(1)),
    'one of gigabytes behind a small one': png(headOf(3, 2), headOf(20_000, 20_000), pixelsOf(2 * 13)),
    'a head that is no head': png(chunk('IHDR', Buffer.alloc(5)), pixelsOf(1)),
    'pixels that unpack to far more': png(headOf(3, 2), pixelsOf(20_000_000)),
    'pixels that do not unpack': png(headOf(3, 2), chunk('IDAT', Buffer.alloc(20, 7))),
    'a row of no kind': png(headOf(3, 2), chunk('IDAT', deflateSync(Buffer.alloc(2 * 13, 9)))),
    'a JPEG of gigabytes': jpeg(wide),
    'half a JPEG': jpeg(jpegBytes.subarray(0, frame + 6)),
    'a JPEG of nothing': jpeg(endless),
  }))
    await assert.rejects(
      drawTable(table, logo, () => undefined),
      /^Error: the logo is no picture/,
      what,
    );
});
