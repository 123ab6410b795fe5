// The list on the map: six vehicles a page, those that the filter lets through. The list and the map are one selection.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useLengthUnit } from '../../../lib/preferences.ts';
import { speedIn, speedUnit } from '../../../lib/units.ts';
import { setFilterMode, setFilterWord, useFilter } from '../../../live/filter.ts';
import { useDevice, useDevicesLoaded } from '../../../live/hooks.ts';
import { DeviceGlyph } from '../../../parts/device-glyph.tsx';
import { coordinatesText, placeOf, shownSpeed } from '../../../parts/device-place.ts';
import { PlaceName } from '../../../parts/place-name/place-name.tsx';
import { LiveText } from '../../../ui/live-text.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { labelOf, PAGE_SIZE, pageCount, pageOf } from '../map-marks.ts';
import type { LabelKind } from '../map-marks.ts';
import styles from '../map.module.css';
import { LiveLink } from './live-link.tsx';

type RowProps = { id: string; label: LabelKind; current: boolean; onPick: () => void };

const Row = ({ id, label, current, onPick }: RowProps): ReactElement | null => {
  const device = useDevice(id);
  const unit = useLengthUnit();
  if (device === undefined) return null;
  const place = placeOf(device);
  const speed = shownSpeed(device);
  const name = labelOf(device, label);
  return (
    <li className={styles.row} data-device={id}>
      <button
        type="button"
        className={styles.pick}
        aria-pressed={current}
        onClick={onPick}
        disabled={place === undefined}
      >
        <DeviceGlyph id={id} />
        <span className={styles.rowNames}>
          <span className={styles.rowName}>
            <strong>{name}</strong>
            {speed !== undefined && <LiveText text={`${speedIn(speed, unit)} ${speedUnit(unit)}`} />}
          </span>
          <span className={`${styles.rowFacts} num`}>
            {place === undefined || place.manual ? <em>{t('GPS signal not found')}</em> : null}
            {place !== undefined && coordinatesText(place)}
          </span>
          <PlaceName device={device} className={styles.rowPlace} />
        </span>
      </button>
      <LiveLink id={id} />
    </li>
  );
};

const clearFilter = (): void => {
  setFilterMode('all');
  setFilterWord('');
};

/** The filter in words, with the way out of it. */
const FilterLine = (): ReactElement | null => {
  const { mode, word } = useFilter();
  if (mode === 'all' && word === '') return null;
  return (
    <p className={styles.filtered}>
      <span>{word === '' ? t('Filtered') : t('Filtered by “{word}”', { word })}</span>
      <button type="button" className={styles.textButton} onClick={clearFilter}>
        {t('Show all')}
      </button>
    </p>
  );
};

/** Page numbers beside each other. */
const PAGE_LINKS = { most: 5 };

type VehicleListProps = {
  ids: readonly string[];
  label: LabelKind;
  selected: string | undefined;
  onPick: (id: string) => void;
};

/** Turns to the page of a vehicle that was selected elsewhere. */
export const VehicleList = ({ ids, label, selected, onPick }: VehicleListProps): ReactElement => {
  const loaded = useDevicesLoaded();
  const [chosen, setChosen] = useState(0);
  const [turnedFor, setTurnedFor] = useState<string>();
  const home = selected === undefined ? undefined : pageOf(ids, selected);
  if (turnedFor !== selected && (home !== undefined || selected === undefined)) {
    setTurnedFor(selected);
    if (home !== undefined) setChosen(home);
  }
  const pages = pageCount(ids.length);
  const page = Math.min(chosen, pages - 1);
  return (
    <section className={styles.list} aria-label={t('Vehicles')}>
      <header className={styles.listHead}>
        <h2>{t('Vehicles')}</h2>
        <span className="soft num">{loaded ? ids.length : ''}</span>
      </header>
      <FilterLine />
      {loaded ? (
        <ul className={styles.rows}>
          {ids.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((id) => (
            <Row key={id} id={id} label={label} current={id === selected} onPick={() => onPick(id)} />
          ))}
        </ul>
      ) : (
        <div className={styles.listWait}>
          <Skeleton rows={PAGE_SIZE} />
        </div>
      )}
      {loaded && ids.length === 0 && <p className={styles.noMatch}>{t('No device matches the filter')}</p>}
      {pages > 1 && <Pager page={page + 1} pages={pages} reach={PAGE_LINKS} onPage={(next) => setChosen(next - 1)} />}
    </section>
  );
};
