// The columns of a month of data: device, what is counted, each day, the sum.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { deviceColumn } from '../../parts/table/device-column.tsx';
import { tickColumn, type Ticks } from '../../parts/table/ticks.tsx';
import type { Column } from '../../ui/column.ts';
import styles from './device-netflow.module.css';
import { daysOf, type FlowKind, type FlowRow } from './flow-rows.ts';
import { flowClass, flowText } from './flow-size.ts';

export const kindWords = (): Readonly<Record<FlowKind, string>> => ({
  in: t('Flow In'),
  out: t('Flow Out'),
  total: t('Flow Total'),
});

const Size = ({ bytes }: { bytes: number }): ReactElement => (
  <span className={`num ${styles[flowClass(bytes)]}`} data-size={flowClass(bytes)}>
    {flowText(bytes)}
  </span>
);

const sizeColumn = (id: string, header: string, width: string, of: (row: FlowRow) => number): Column<FlowRow> => ({
  id,
  header,
  width,
  align: 'end',
  value: of,
  text: (row) => flowText(of(row)),
  cell: (row) => <Size bytes={of(row)} />,
});

export const flowColumns = (month: string, ticks: Ticks<string>, phone: boolean): readonly Column<FlowRow>[] => {
  const words = kindWords();
  const nameOf = (id: string): string => {
    const [, deviceid = '', kind = ''] = /^(.*) (\w+)$/.exec(id) ?? [];
    const word = Object.entries(words).find(([name]) => name === kind)?.[1] ?? kind;
    return t('Choose {name}', { name: `${deviceid} ${word}` });
  };
  const days = Array.from({ length: daysOf(month) }, (_, day) =>
    sizeColumn(`day${day + 1}`, String(day + 1), '72px', (row) => row.days[day] ?? 0),
  );
  const total = sizeColumn('total', t('Total'), '80px', ({ sum }) => sum);
  return [
    tickColumn(ticks, { idOf: ({ id }: FlowRow) => id, labelOf: nameOf, pinned: !phone }),
    deviceColumn({ header: t('Device ID'), width: '208px', pinned: !phone }, ({ deviceid }) => deviceid),
    { id: 'kind', header: t('Flow'), width: '96px', pinned: !phone, value: ({ kind }) => words[kind] },
    // On a phone the days are a long way to the side.
    ...(phone ? [total, ...days] : [...days, total]),
  ];
};
