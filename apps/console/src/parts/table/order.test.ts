// The order of a table's rows.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Column } from '../../ui/column.ts';
import { RowOrder, sortRows } from './order.ts';

type Row = { readonly id: string; plate: string; volts: number | null };
const columns: readonly Column<Row>[] = [
  { id: 'id', header: 'Id', width: '80px', value: ({ id }) => id, inOrder: true },
  { id: 'plate', header: 'Plate', width: '80px', value: ({ plate }) => plate },
  { id: 'volts', header: 'Voltage', width: '80px', value: ({ volts }) => volts, live: true },
  { id: 'button', header: '', label: 'Talk', width: '80px' },
];
const fleet = (): readonly Row[] => [
  { id: 'a', plate: 'X-10', volts: 24 },
  { id: 'b', plate: 'X-9', volts: null },
  { id: 'c', plate: '', volts: 12 },
  { id: 'd', plate: 'X-9', volts: 24 },
];
const nameOf = ({ id }: Row): string => id;
const names = (rows: readonly Row[]): string => rows.map(nameOf).join('');
const sorted = (id: string, down = false): string => names(sortRows(fleet(), columns, { id, down }, nameOf));

it('compares numbers inside texts as numbers, and keeps equal rows in the order of their names', () => {
  assert.equal(sorted('plate'), 'bdac');
  assert.equal(sorted('plate', true), 'abdc');
});
it('puts rows without a value last, both ways', () => {
  assert.equal(sorted('volts'), 'cadb');
  assert.equal(sorted('volts', true), 'adcb');
});
it('turns round rows that come in the order of a column, and leaves them by one that has no values', () => {
  assert.equal(sorted('id', true), 'dcba');
  assert.equal(sorted('button'), 'abcd');
  assert.equal(sorted('nosuch'), 'abcd');
});
it('follows values that change, keeps the rows themselves, and comes back to the order in which they came', () => {
  const rows = fleet();
  const order = new RowOrder<Row>();
  const by = (id: string): string => names(order.sorted(rows, columns, { id, down: false }, nameOf));
  assert.equal(by('volts'), 'cadb');
  const second = rows[1];
  assert.ok(second !== undefined);
  second.volts = 1;
  assert.equal(by('volts'), 'bcad');
  assert.equal(order.sorted(rows, columns, { id: 'volts', down: false }, nameOf)[0], second);
  assert.equal(by('id'), 'abcd');
});
it('compares numbers as numbers: below zero, parts and large ones', () => {
  const values = [-5, 0.25, 1e21, -10, 100, 0.5, 0, 9];
  const rows = values.map((volts, i): Row => ({ id: `${i}`, plate: '', volts }));
  const by = (down: boolean) => sortRows(rows, columns, { id: 'volts', down }, nameOf).map(({ volts }) => volts);
  assert.deepEqual(by(false), [-10, -5, 0, 0.25, 0.5, 9, 100, 1e21]);
  assert.deepEqual(by(true), [1e21, 100, 9, 0.5, 0.25, 0, -5, -10]);
});
it('keeps equal rows and those without a value in the order of their names, both ways', () => {
  const rows = ['c', 'a', 'b'].map((id): Row => ({ id, plate: 'same', volts: null }));
  for (const id of ['plate', 'volts'])
    for (const down of [false, true]) assert.equal(names(sortRows(rows, columns, { id, down }, nameOf)), 'abc');
});
