// Who is called by a broadcast and how it goes: counts above, one row a device below; trouble stands first.
import type { TalkState } from '@outrider/contract';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { DeviceNames } from '../device-names.tsx';
import { TalkMark } from '../talk/talk-parts.tsx';
import { groupOf, tallyOf } from '../talk/talk-status.ts';
import type { TalkStatus, Tally } from '../talk/talk-status.ts';
import { talkWords, deviceWords } from '../talk/talk-words.ts';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import styles from './broadcast-modal.module.css';

const columns = (): readonly Column<TalkState>[] => [
  {
    id: 'mark',
    header: '',
    label: t('State'),
    width: '28px',
    cell: (row) => <TalkMark tone={deviceWords(row).tone} />,
  },
  {
    id: 'device',
    header: t('Device'),
    width: 'minmax(140px, 1fr)',
    cell: ({ deviceid }) => <DeviceNames id={deviceid} />,
  },
  {
    id: 'state',
    header: t('State'),
    width: 'minmax(150px, 1.3fr)',
    cell: (row) => {
      const { word, detail } = deviceWords(row);
      return (
        <span className={styles.name} title={detail}>
          {word} {detail !== '' && <span className="soft">{detail}</span>}
        </span>
      );
    },
  },
];

/** What needs a look comes first, then by name: rows stay where they are while they are in the same group. */
const order: readonly (keyof Tally)[] = ['failed', 'calling', 'hearing', 'ended'];
const rankOf = (state: TalkState): number => order.indexOf(groupOf(state));

/** Eight rows at most under the head; the others scroll. */
const tableHeight = (rows: number): string => `min(${Math.min(rows, 8) * 32 + 40}px, 36vh)`;

export const Receivers = ({ status }: { status: TalkStatus }): ReactElement => {
  const { tone, word, detail } = talkWords(status);
  const rows = useMemo(
    () =>
      [...status.states.values()].toSorted(
        (a, b) => rankOf(a) - rankOf(b) || (a.deviceid < b.deviceid ? -1 : Number(a.deviceid > b.deviceid)),
      ),
    [status.states],
  );
  const tally = tallyOf(rows);
  const counts = [
    [tally.hearing, t('{count} hear you', { count: tally.hearing })],
    [tally.calling, t('{number} called', { number: tally.calling })],
    [tally.failed, t('{number} not reached', { number: tally.failed })],
    [tally.ended, t('{number} ended', { number: tally.ended })],
  ] as const;
  return (
    <section className={styles.receivers} aria-label={t('Receivers')}>
      <output className={styles.summary}>
        <TalkMark tone={tone} />
        <strong>{word}</strong>
        {counts.map(([count, text]) => count > 0 && <span key={text}>{text}</span>)}
        {detail !== '' && <span className="soft">{detail}</span>}
      </output>
      {rows.length > 0 && (
        <div className={styles.table} style={{ height: tableHeight(rows.length) }}>
          <DataTable label={t('Receivers')} columns={columns()} rows={rows} rowId={({ deviceid }) => deviceid} />
        </div>
      )}
    </section>
  );
};
