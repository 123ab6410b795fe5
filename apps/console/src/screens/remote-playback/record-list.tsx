// What the device recorded on the chosen day: asked for with a way to cancel, filtered by channel and type, one line a segment.
import { recordTypes } from '@outrider/contract';
import { useMemo, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime, formatDuration, formatTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState, ErrorPanel, Notice, Skeleton } from '../../ui/states.tsx';
import { filtered, sizeText, typeName } from './segments.ts';
import type { Segment, SegmentFilter } from './segments.ts';
import styles from './remote-playback.module.css';
import type { RemotePlayback } from './use-remote-playback.ts';

const Kept = ({ kept }: { kept: Segment['kept'] }): ReactElement | null => {
  if (kept === 'none') return null;
  const text = kept === 'all' ? t('Fetched before') : t('Partly fetched before');
  return (
    <span className={styles.kept} title={text} data-kept={kept}>
      <Icon name="server" size={14} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
};

const Type = ({ type }: { type: number }): ReactElement => (
  <span className={styles.type} data-type={type}>
    <span className={styles.typeMark} aria-hidden="true" />
    {t(typeName(type))}
  </span>
);

const columns = (): readonly Column<Segment>[] => [
  {
    id: 'start',
    header: t('Start'),
    width: 'minmax(86px, 1fr)',
    cell: ({ start, end, kept }) => (
      <span className={`${styles.from} num`} title={`${formatDateTime(start)} – ${formatDateTime(end)}`}>
        {formatTime(start)}
        <Kept kept={kept} />
      </span>
    ),
  },
  {
    id: 'length',
    header: t('Duration'),
    width: '64px',
    align: 'end',
    text: ({ start, end }) => formatDuration(end - start),
  },
  {
    id: 'channel',
    header: t('Ch'),
    width: '44px',
    align: 'end',
    value: ({ channel }) => channel,
  },
  { id: 'type', header: t('Type'), width: '88px', cell: ({ type }) => <Type type={type} /> },
  {
    id: 'size',
    header: t('Size'),
    width: '62px',
    align: 'end',
    cell: ({ sizeBytes, stream }) => (
      <span className="num" title={stream === 'main' ? t('Main stream') : t('Sub stream')}>
        {sizeText(sizeBytes)}
      </span>
    ),
  },
];

type FilterProps = { view: RemotePlayback; filter: SegmentFilter; onChange: (filter: SegmentFilter) => void };

const numberOf = (text: string): number | undefined => (text === '' ? undefined : Number(text));

const Filters = ({ view, filter, onChange }: FilterProps): ReactElement => (
  <div className={styles.filters}>
    <select
      className="form-select"
      aria-label={t('Segments of channel')}
      value={filter.channel ?? ''}
      onChange={(event) => onChange({ ...filter, channel: numberOf(event.target.value) })}
    >
      <option value="">{t('All channels')}</option>
      {view.channels.all.map((channel) => (
        <option key={channel} value={channel}>
          {view.channels.nameOf(channel)}
        </option>
      ))}
    </select>
    <select
      className="form-select"
      aria-label={t('Segments of type')}
      value={filter.type ?? ''}
      onChange={(event) => onChange({ ...filter, type: numberOf(event.target.value) })}
    >
      <option value="">{t('All types')}</option>
      {recordTypes.map((name, type) => (
        <option key={name} value={type}>
          {t(name)}
        </option>
      ))}
    </select>
  </div>
);

const Asking = ({ cancel, children }: { cancel: () => void; children: ReactNode }): ReactElement => (
  <div className={styles.asking}>
    <div className={styles.askingLine}>
      <span>{t('Asking the device what it recorded')}</span>
      <Button onClick={cancel}>{t('Cancel')}</Button>
    </div>
    <progress aria-label={t('Asking the device what it recorded')} />
    {children}
  </div>
);

/** 'Nothing' is said only of a device that was asked and answered. */
const isKnown = ({ list, segments }: RemotePlayback): boolean =>
  list.reply?.device === 'answered' || segments.length > 0;

const emptyText = (view: RemotePlayback): string => {
  if (!isKnown(view)) return t('What the device recorded on this day is not known: it could not be asked.');
  return view.segments.length === 0 ? t('Nothing is recorded on this day.') : t('Nothing of this channel and type.');
};

const Segments = ({ view, shown }: { view: RemotePlayback; shown: readonly Segment[] }): ReactElement => {
  const table = useMemo(() => columns(), []);
  if (shown.length === 0)
    return (
      <EmptyState icon="search" title={isKnown(view) ? t('No Record') : t('Unknown')}>
        {emptyText(view)}
      </EmptyState>
    );
  return (
    <div className={styles.segments}>
      <DataTable
        label={t('Record list')}
        columns={table}
        rows={shown}
        rowId={({ key }) => key}
        selectedId={view.segment?.key}
        onSelect={view.pick}
        onOpen={view.pick}
      />
    </div>
  );
};

/** The answer as far as there is one: an absent device says why, and what was fetched before is listed all the same. */
const Answer = ({ view, shown }: { view: RemotePlayback; shown: readonly Segment[] }): ReactElement => {
  const { list } = view;
  const { reply } = list;
  return (
    <>
      {reply !== undefined && reply.device !== 'answered' && (
        <Notice tone="warn" icon="offline">
          {t(reply.message)}
        </Notice>
      )}
      {reply?.truncated === true && (
        <Notice tone="warn">{t('There is more than can be listed; the first ones are shown.')}</Notice>
      )}
      {reply?.incomplete === true && (
        <Notice tone="warn">{t('The list is incomplete: the device has more recordings than it listed.')}</Notice>
      )}
      <Segments view={view} shown={shown} />
    </>
  );
};

const Body = ({ view, shown }: { view: RemotePlayback; shown: readonly Segment[] }): ReactElement => {
  const { state, reply, error, cancel, again } = view.list;
  if (state === 'asking')
    return (
      <Asking cancel={cancel}>
        {/* What it told before stays in sight. */}
        {reply === undefined ? <Skeleton rows={6} /> : <Segments view={view} shown={shown} />}
      </Asking>
    );
  if (state === 'failed' && error !== undefined) return <ErrorPanel error={error} retry={again} />;
  if (state === 'cancelled')
    return (
      <EmptyState
        title={t('The record list was not fetched')}
        action={<Button onClick={again}>{t('Ask the device')}</Button>}
      />
    );
  return <Answer view={view} shown={shown} />;
};

export const RecordListPanel = ({ view }: { view: RemotePlayback }): ReactElement => {
  const [filter, setFilter] = useState<SegmentFilter>({ channel: undefined, type: undefined });
  const shown = useMemo(() => filtered(view.segments, filter), [view.segments, filter]);
  const { state, again } = view.list;
  return (
    <section className={styles.list} aria-label={t('Recordings of the device')}>
      <div className={styles.listHead}>
        <h2>{t('Record list')}</h2>
        {state === 'done' && <span className="soft num">{shown.length}</span>}
        <Button
          look="bare"
          icon="refresh"
          className={styles.again ?? ''}
          disabled={state === 'asking'}
          aria-label={t('Ask the device again')}
          onClick={again}
        />
      </div>
      <Filters view={view} filter={filter} onChange={setFilter} />
      <Body view={view} shown={shown} />
    </section>
  );
};
