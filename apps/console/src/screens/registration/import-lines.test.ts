// Headings of lists that people bring, and what of a list cannot be read.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readTable } from '../../parts/import/read-table.ts';
import { linesOf } from './import-lines.ts';

it('knows columns by the names of fields and by the headings of the table, in any order and case; names those it leaves out', () => {
  const { lines, unread, problem } = linesOf(
    readTable('Plate,device id,SIMNUMBER,Colour,map location\nX-1,BUS-1,123,red,"24,120"\n,BUS-2'),
  );
  assert.deepEqual([unread, problem], [['Colour'], '']);
  assert.deepEqual(lines, [
    { line: 2, values: { deviceid: 'BUS-1', plate: 'X-1', simnumber: '123', maplocation: '24,120' } },
    { line: 3, values: { deviceid: 'BUS-2', plate: '', simnumber: '', maplocation: '' } },
  ]);
});

it('says why nothing can be read', () => {
  for (const [text, reason] of [
    ['', /empty/],
    ['BUS-1,4\nBUS-2,4', /Device ID is missing/],
    ['deviceid,plate,Plate\nBUS-1', /Plate is there twice/],
    ['deviceid', /no line/],
  ] as const)
    assert.match(linesOf(readTable(text)).problem, reason);
});
