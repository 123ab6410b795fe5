// A table on a screen: a header sorts and the address keeps it, a column is switched off and the browser remembers it.
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import type { Column } from '../../ui/column.ts';
import { SaveButtons } from './save-buttons.tsx';
import { TableTools, TableView } from './table-view.tsx';
import { useTable } from './use-table.ts';

type Row = { readonly id: string; readonly volts: number | null };
const rows: readonly Row[] = [
  { id: 'a', volts: 24 },
  { id: 'b', volts: null },
  { id: 'c', volts: 12 },
];
const columns: readonly Column<Row>[] = [
  { id: 'id', header: 'Id', width: '80px', value: ({ id }) => id },
  {
    id: 'volts',
    header: 'Voltage',
    width: '80px',
    choice: 'on',
    value: ({ volts }) => volts,
    text: ({ volts }) => (volts === null ? '' : `${volts} V`),
  },
];
const rowId = ({ id }: Row): string => id;

const Screen = ({ apart = false }: { apart?: boolean }) => {
  const table = useTable({ columns, rows, rowId, remember: 'columns:test', apart });
  return (
    <>
      <TableTools table={table}>
        <SaveButtons table={table} name={['Test']} />
      </TableTools>
      <TableView label="Test" table={table} />
    </>
  );
};

const open = (path = '/') => {
  const router = createMemoryRouter([{ path: '/', Component: Screen }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return router;
};
const shown = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent ?? '');

beforeAll(startTexts);
beforeEach(() => {
  // The table draws what fits; without layout it has no height, so it is given one.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

it('a press on a header sorts, a second one turns the order, and the address keeps it', async () => {
  const router = open();
  expect(shown()).toEqual(['a', 'b', 'c']);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Voltage' })));
  expect(shown()).toEqual(['c', 'a', 'b']);
  expect(router.state.location.search).toBe('?sort=volts');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /Voltage/ })));
  expect(shown()).toEqual(['a', 'c', 'b']);
  expect(router.state.location.search).toBe('?sort=-volts');
  expect(screen.getByRole('columnheader', { name: /Voltage/ }).getAttribute('aria-sort')).toBe('descending');
});

it('an address with an order is obeyed; one that names no column is not', () => {
  open('/?sort=-id');
  expect(shown()).toEqual(['c', 'b', 'a']);
  cleanup();
  open('/?sort=-nosuch');
  expect(shown()).toEqual(['a', 'b', 'c']);
});

it('a column that is switched off is gone, stays off, and is in the file all the same', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:x';
  });
  open();
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  fireEvent.click(await screen.findByLabelText('Voltage'));
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('columnheader', { name: 'Voltage' })).toBeNull();
  expect(localStorage.getItem('columns:test')).toBe('none');
  cleanup();
  open();
  expect(screen.queryByRole('columnheader', { name: 'Voltage' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
  expect(await saved[0]?.text()).toContain('Id,Voltage\r\na,24 V\r\nb,\r\nc,12 V');
});

it('a table in a dialog neither takes the order of the screen nor changes it', () => {
  const Apart = () => <Screen apart />;
  const router = createMemoryRouter([{ path: '/', Component: Apart }], { initialEntries: ['/?sort=-id'] });
  render(<RouterProvider router={router} />);
  expect(shown()).toEqual(['a', 'b', 'c']);
  fireEvent.click(screen.getByRole('button', { name: /^Voltage/ }));
  expect(shown()[0]).toBe('c');
  expect(router.state.location.search).toBe('?sort=-id');
});
