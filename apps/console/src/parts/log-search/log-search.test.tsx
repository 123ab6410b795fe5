// What a saved log is called: by the days that were asked, whatever the calendar says by then.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { postTalkLog, type TalkLogRow } from '@outrider/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../../lib/i18n.ts';
import type { Column } from '../../ui/column.ts';
import type { DayRange } from '../../ui/day-range.tsx';
import { asTheyCame } from './log-screen.tsx';
import { LogSearch } from './log-search.tsx';
import { useLogQuery } from './use-log-query.ts';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const columns: readonly Column<TalkLogRow>[] = [
  { id: 'user', header: 'User', width: '100px', value: ({ username }) => username },
];

/** Draws the search; gives what chooses days, as the calendar does. */
const open = (): ((range: DayRange) => void) => {
  let choose = (_range: DayRange): void => undefined;
  const Search = (): ReactElement => {
    const query = useLogQuery(postTalkLog, (span) => ({ member: '', deviceid: '', ...span }), asTheyCame);
    choose = query.setRange;
    return (
      <LogSearch
        title="Talk log"
        filters={null}
        query={query}
        columns={columns}
        rowId={({ serialno }) => serialno}
        name="TalkLog"
        remember="columns:talklog"
      />
    );
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Search />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return (range) => act(() => choose(range));
};

it('a file is called by the days that its rows are of', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('fetch', async () => Response.json(postTalkLog.example.reply));
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const save = async (): Promise<void> => void fireEvent.click(await screen.findByText('CSV'));
  const ask = (): void => void fireEvent.click(screen.getByText('Query log'));
  const choose = open();
  choose({ first: '2024-05-01', last: '2024-05-03' });
  ask();
  await save();
  choose({ first: '2024-06-01', last: '' });
  await save();
  choose({ first: '2024-06-01', last: '2024-06-02' });
  await save();
  ask();
  await save();
  const [may, june] = ['TalkLog_2024-05-01_2024-05-03.csv', 'TalkLog_2024-06-01_2024-06-02.csv'];
  expect(names).toEqual([may, may, may, june]);
});
