// A log search as a screen, made of what is its own: its call, its filters, its columns.
import type { Call, InputOf, ReplyOf } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { Column } from '../../ui/column.ts';
import type { LogFilter } from './log-filters.tsx';
import { LogSearch } from './log-search.tsx';
import { useLogFilters } from './use-log-filters.ts';
import { useLogQuery } from './use-log-query.ts';

type LogScreenParts<C extends Call, Row extends object> = {
  title: () => string;
  call: C;
  /** Answers what is found as a file, under a password that is asked for. */
  exportCall?: Call;
  filters: readonly LogFilter<Extract<keyof InputOf<C>, string>>[];
  columns: () => readonly Column<Row>[];
  /** Stays the same function. */
  rowsOf: (reply: ReplyOf<C>) => readonly Row[];
  rowId: (row: Row) => string;
  /** What saved files are called: 'TalkLog'. */
  file: string;
  /** Stands under the filters. */
  below?: ReactNode;
};

/** The rows of an answer that are shown as they came. */
export const asTheyCame = <Row,>(rows: readonly Row[]): readonly Row[] => rows;

/** Its filters are filled by the address: `?member=ann`. The choice of columns is remembered under the last word of the call's path. */
export const logScreen = <C extends Call, Row extends object>(parts: LogScreenParts<C, Row>): (() => ReactElement) => {
  const { title, call, exportCall, filters, columns, rowsOf, rowId, file, below } = parts;
  const names = filters.map(({ name }) => name);
  return function LogScreen() {
    const [texts, set] = useLogFilters(names);
    // Every name is a field of the input, and the span is in each: what the compiler cannot see of a call that it does not know.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const query = useLogQuery(call, (span) => ({ ...texts, ...span }) as InputOf<C>, rowsOf);
    return (
      <LogSearch
        title={title()}
        query={query}
        below={below}
        {...(exportCall && { exporting: { call: exportCall, texts } })}
        name={file}
        remember={`columns:${call.path.replace(/^.*\//, '')}`}
        columns={useMemo(() => columns(), [])}
        rowId={rowId}
        filters={filters.map(({ name, Filter }) => (
          <Filter
            key={name}
            value={texts[name]}
            // One name of those that there are.
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
            onChange={(text) => set({ [name]: text } as typeof texts)}
          />
        ))}
      />
    );
  };
};
