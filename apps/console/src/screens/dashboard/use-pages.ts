// Which rows of the list are drawn: a page of twelve, whose number is in the address, or all of them. Not: their order.
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePreference } from '../../lib/preferences.ts';
import type { DeviceFilter } from '../../live/device-state.ts';
import { groupStore } from '../../live/index.ts';

/** Rows of a full page. */
export const PAGE_ROWS = 12;

export type Pages<Row> = {
  /** Those of the page; all of them without pages. */
  readonly rows: readonly Row[];
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly toPage: (page: number) => void;
  readonly all: boolean;
  readonly showAll: (all: boolean) => void;
};

/** Another filter begins at the first page; other devices in the chosen group are no other filter. */
export const usePages = <Row>(
  rows: readonly Row[],
  { mode, word }: Pick<DeviceFilter, 'mode' | 'word'>,
): Pages<Row> => {
  const group = useStore(groupStore, ({ filterGroupid }) => filterGroupid);
  const [list, setList] = usePreference('dashboardList');
  const [query, setQuery] = useAddressQuery();
  const toPage = (page: number): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old);
      if (page === 1) next.delete('page');
      else next.set('page', String(page));
      return next;
    });
  const filter = `${mode} ${word}`;
  const before = useRef({ filter, group });
  useEffect(() => {
    const { filter: oldFilter, group: oldGroup } = before.current;
    before.current = { filter, group };
    // A remembered group is chosen a moment after the list came: that is no change of the filter.
    if (filter !== oldFilter || (group !== oldGroup && !groupStore.getState().restored)) toPage(1);
    // oxlint-disable-next-line react/exhaustive-deps -- `toPage` is another function each time and does the same
  }, [filter, group]);
  const all = list === 'all';
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  const asked = Number(query.get('page') ?? 1);
  const page = Number.isInteger(asked) ? Math.min(pages, Math.max(1, asked)) : 1;
  return {
    rows: all ? rows : rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS),
    page,
    pages,
    toPage,
    all,
    showAll: (wanted) => setList(wanted ? 'all' : null),
  };
};
