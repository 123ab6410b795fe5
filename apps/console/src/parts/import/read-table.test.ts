// Lists from files: encodings that spreadsheets write, signs that part cells, quotes, and files that say nothing.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodingOf, readTable, textOf } from './read-table.ts';

const bytes = (...hex: string[]): Uint8Array =>
  Uint8Array.from([...hex.join('').matchAll(/../g)].map(([pair]) => Number.parseInt(pair, 16)));
/** 'id,车牌' and '001,粤B' in GBK; 'id,車牌' in Big5. Worked out from the code pages. */
const GBK = bytes('69642c', 'b3b5c5c6', '0a', '3030312c', 'd4c1', '42');
const BIG5 = bytes('69642c', 'a8aeb550', '0a', '3030312c', 'a5c9', '41');

it('knows UTF-8, with and without its mark, UTF-16, GBK and Big5 by the bytes', () => {
  const utf8 = new TextEncoder().encode('\u{FEFF}id,车牌');
  assert.equal(encodingOf(utf8), 'utf-8');
  assert.equal(textOf(utf8, 'utf-8'), 'id,车牌');
  assert.equal(encodingOf(new TextEncoder().encode('id,plate')), 'utf-8');
  assert.equal(encodingOf(bytes('fffe', '69006400')), 'utf-16le');
  assert.equal(textOf(bytes('fffe', '69006400'), 'utf-16le'), 'id');
  assert.equal(encodingOf(GBK, 'gbk'), 'gbk');
  assert.equal(textOf(GBK, 'gbk'), 'id,车牌\n001,粤B');
  assert.equal(encodingOf(BIG5, 'big5'), 'big5');
  assert.equal(textOf(BIG5, 'big5'), 'id,車牌\n001,玉A');
  assert.equal(textOf(bytes('ff41ff'), 'utf-8'), undefined, 'what is not of the encoding is not guessed at');
});

const cells = (text: string): (readonly string[])[] => readTable(text).map((row) => row.cells);

it('parts cells by comma, semicolon or tab, whichever the first line has', () => {
  for (const sign of [',', ';', '\t'])
    assert.deepEqual(cells(`a${sign}b\r\n1${sign}2`), [
      ['a', 'b'],
      ['1', '2'],
    ]);
  assert.deepEqual(cells('one\ntwo'), [['one'], ['two']]);
});

it('reads quotes with separators, quotes and line ends inside; says at which line each row begins; leaves empty lines out', () => {
  const text = 'id,memo\r\n\r\n"1","a ""b"", c\nd"\r\n2, x \n,,\n3,';
  assert.deepEqual(readTable(text), [
    { line: 1, cells: ['id', 'memo'] },
    { line: 3, cells: ['1', 'a "b", c\nd'] },
    { line: 5, cells: ['2', 'x'] },
    { line: 7, cells: ['3', ''] },
  ]);
  assert.deepEqual([readTable(''), readTable('\n\n')], [[], []]);
});

it('takes off the sign that a saved file has before what looks like a formula', () => {
  assert.deepEqual(cells("'=1+1,'-5,'plain,5'"), [['=1+1', '-5', "'plain", "5'"]]);
});
