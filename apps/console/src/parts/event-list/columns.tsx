// The columns of the list of events, the same for the day and for a search.
import { checkStatuses, MAX_EVENT_MEMO } from '@outrider/contract';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { inUnit, type LengthUnit, speedUnit } from '../../lib/units.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { InlineCell } from '../../ui/inline-cell.tsx';
import { timeColumn } from '../table/time-column.ts';
import styles from './event-list.module.css';
import { type EventRow, type PinName, sourceColours, sourceName } from './rows.ts';

export type EventActions = {
  unit: LengthUnit;
  /** The head of a column that pins. */
  head: (name: PinName, header: string) => () => ReactNode;
  mayPlay: boolean;
  hasMap: boolean;
  /** Undefined: a memo is only read. */
  saveMemo: ((row: EventRow, memo: string) => Promise<unknown>) | undefined;
  setStatus: (row: EventRow, status: string) => void;
  fetchAgain: (row: EventRow) => void;
  isFetching: (serialno: number) => boolean;
  show: (what: 'photo' | 'video', row: EventRow, channel: number) => void;
  showMap: (row: EventRow) => void;
  play: (row: EventRow) => void;
};

const Source = ({ type }: { type: number }): ReactElement => {
  const colour = sourceColours[type] ?? 'neutral';
  return (
    <span className={styles.source}>
      <span aria-hidden="true" className={`${styles.dot} ${styles[colour]}`} data-colour={colour} />
      {t(sourceName(type))}
    </span>
  );
};

/** Those that are offered, and what another client set. */
const statusesOf = ({ checkstatus }: EventRow): readonly string[] => [
  ...new Set<string>([...checkStatuses, checkstatus]),
];

const Status = ({ row, onSet }: { row: EventRow; onSet: (status: string) => void }): ReactElement => (
  <span className={styles.uid}>
    <span className="num">{row.serialno}</span>
    <select
      className={styles.status}
      data-set={row.checkstatus !== checkStatuses[0] || undefined}
      aria-label={t('Check status of event {number}', { number: row.serialno })}
      title={t('Check status')}
      value={row.checkstatus}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => onSet(event.target.value)}
    >
      {statusesOf(row).map((status) => (
        <option key={status} value={status}>
          {t(status)}
        </option>
      ))}
    </select>
  </span>
);

const memoProblem = (memo: string): string | undefined =>
  memo.length > MAX_EVENT_MEMO ? t('At most {count} characters', { count: MAX_EVENT_MEMO }) : undefined;

type LinksProps = { row: EventRow; channels: readonly number[]; what: 'photo' | 'video'; show: EventActions['show'] };

const Links = ({ row, channels, what, show }: LinksProps): ReactElement => (
  <span className={styles.links}>
    {channels.map((channel) => (
      <button
        key={channel}
        type="button"
        className={styles.link}
        aria-label={
          what === 'photo'
            ? t('Photo of channel {channel}, event {number}', { channel, number: row.serialno })
            : t('Video of channel {channel}, event {number}', { channel, number: row.serialno })
        }
        onClick={(event) => {
          event.stopPropagation();
          show(what, row, channel);
        }}
      >
        {channel}
      </button>
    ))}
  </span>
);

type ActProps = { icon: 'download' | 'playback' | 'map'; label: string; busy?: boolean; act: () => void };
const Act = ({ icon, label, busy = false, act }: ActProps): ReactElement => (
  <Button
    look="bare"
    icon={icon}
    busy={busy}
    aria-label={label}
    title={label}
    onClick={(event) => {
      event.stopPropagation();
      act();
    }}
  />
);

const speedText = (speed: number, unit: LengthUnit): string => String(Math.round(inUnit(speed, unit) * 10) / 10);

/** Something was announced or fetched, so that there is an answer to whether all of it is there. */
const hasFiles = ({ snap, download, try: tries, appdevid }: EventRow): boolean =>
  snap.length + download.length + tries > 0 || appdevid === 100;

const facts = ({ head, setStatus }: EventActions): readonly Column<EventRow>[] => [
  {
    id: 'source',
    header: t('Source'),
    width: '104px',
    head: head('source', t('Source')),
    value: ({ sourcetype }) => sourcetype,
    text: ({ sourcetype }) => t(sourceName(sourcetype)),
    cell: ({ sourcetype }) => <Source type={sourcetype} />,
  },
  {
    id: 'uid',
    header: t('UID'),
    width: '156px',
    value: ({ serialno }) => serialno,
    cell: (row) => <Status row={row} onSet={(status) => setStatus(row, status)} />,
  },
  timeColumn('time', t('Event Time'), ({ eventtimeutc }) => eventtimeutc, { width: '176px' }),
  {
    id: 'notify',
    header: t('Notify'),
    width: 'minmax(72px, 0.6fr)',
    choice: 'on',
    value: ({ notify }) => notify,
    cell: ({ notify, colour }) =>
      notify !== '' && (
        <span className={styles.notify} style={colour === '' ? undefined : { borderColor: colour }} title={notify}>
          <bdi>{notify}</bdi>
        </span>
      ),
  },
  {
    id: 'event',
    header: t('Event Name'),
    width: 'minmax(144px, 1.4fr)',
    head: head('event', t('Event Name')),
    value: ({ name }) => name,
  },
  {
    id: 'device',
    header: t('Device ID'),
    width: 'minmax(120px, 1fr)',
    head: head('device', t('Device ID')),
    value: ({ deviceid }) => deviceid,
  },
];

const more = ({ head, saveMemo, unit }: EventActions): readonly Column<EventRow>[] => [
  { id: 'vehicle', header: t('Vehicle ID'), width: 'minmax(92px, 1fr)', choice: 'on', value: (row) => row.vehicleid },
  { id: 'plate', header: t('Plate'), width: '88px', choice: 'on', value: ({ plate }) => plate },
  {
    id: 'try',
    header: t('Try'),
    width: '60px',
    align: 'end',
    choice: 'on',
    value: (row) => row.try,
    text: (row) => (hasFiles(row) ? String(row.try) : ''),
  },
  {
    id: 'ok',
    header: t('ok'),
    width: '48px',
    choice: 'on',
    value: (row) => (hasFiles(row) ? Number(row.completed) : null),
    text: (row) => (hasFiles(row) ? (row.completed ? '✓' : '…') : ''),
  },
  {
    id: 'memo',
    header: t('Memo'),
    width: 'minmax(88px, 1.2fr)',
    choice: 'on',
    value: ({ memo }) => memo,
    ...(saveMemo !== undefined && {
      cell: (row: EventRow) => (
        <InlineCell
          label={t('Memo of event {number}', { number: row.serialno })}
          text={row.memo}
          version={row.updatetime}
          problemOf={memoProblem}
          onSave={(memo, updatetime) => saveMemo({ ...row, updatetime }, memo)}
        />
      ),
    }),
  },
  {
    id: 'fence',
    header: t('Fence'),
    width: '92px',
    choice: 'on',
    head: head('fence', t('Fence')),
    value: ({ fence }) => fence,
  },
  {
    id: 'speed',
    header: `${t('speed')} (${speedUnit(unit)})`,
    width: '108px',
    align: 'end',
    choice: 'on',
    value: ({ speed }) => speed,
    text: ({ speed }) => speedText(speed, unit),
  },
  timeColumn('updated', t('Update Time'), ({ updatetime }) => updatetime, { choice: 'on', width: '176px' }),
];

const acts = (actions: EventActions): readonly Column<EventRow>[] => [
  {
    id: 'video',
    header: t('Video'),
    width: 'minmax(72px, 0.6fr)',
    cell: (row) => <Links row={row} channels={row.download} what="video" show={actions.show} />,
  },
  {
    id: 'photo',
    header: t('Photo'),
    width: 'minmax(72px, 0.6fr)',
    cell: (row) => <Links row={row} channels={row.snap} what="photo" show={actions.show} />,
  },
  {
    id: 'fetch',
    header: t('DL'),
    width: '52px',
    cell: (row) =>
      hasFiles(row) && (
        <Act
          icon="download"
          label={t('Fetch the files of event {number} again', { number: row.serialno })}
          busy={actions.isFetching(row.serialno)}
          act={() => actions.fetchAgain(row)}
        />
      ),
  },
  {
    id: 'play',
    header: t('PB'),
    width: '52px',
    allowed: actions.mayPlay,
    cell: (row) => (
      <Act
        icon="playback"
        label={t('Playback of event {number}', { number: row.serialno })}
        act={() => actions.play(row)}
      />
    ),
  },
  {
    id: 'map',
    header: t('map'),
    width: '56px',
    allowed: actions.hasMap,
    cell: (row) =>
      row.vehiclex !== null &&
      row.vehicley !== null && (
        <Act icon="map" label={t('Map of event {number}', { number: row.serialno })} act={() => actions.showMap(row)} />
      ),
  },
];

export const eventColumns = (actions: EventActions): readonly Column<EventRow>[] => [
  ...facts(actions),
  ...more(actions),
  ...acts(actions),
];

/** '2026-03-01 14:05:00 · TRK-1 · Smoking start' */
export const titleOf = ({ eventtimeutc, vehicleid, deviceid, name }: EventRow): string =>
  [formatDateTime(eventtimeutc), vehicleid === '' ? deviceid : vehicleid, name].join(' · ');
