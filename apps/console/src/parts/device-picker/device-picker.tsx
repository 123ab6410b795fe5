// The device selector: a modal in which devices are found, ticked one by one or by group, and taken over.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { filterModes } from '../../live/device-state.ts';
import type { FilterMode } from '../../live/device-state.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { DeviceOptions } from './device-options.tsx';
import styles from './device-picker.module.css';
import { useOfferedGroups } from './use-groups.ts';
import { type Picker, usePicker } from './use-picker.ts';

const modeTexts = (): Readonly<Record<FilterMode, string>> => ({
  all: t('All states'),
  online: t('Online'),
  driving: t('Driving'),
  idle: t('Idle'),
  overSpeed: t('Over speed'),
  recording: t('Recording'),
  unrecording: t('Not recording'),
  offline: t('Offline'),
});

const GroupChoice = ({ picker }: { picker: Picker }): ReactElement | null => {
  const groups = useOfferedGroups();
  if (groups.length === 0) return null;
  return (
    <select
      className="form-select"
      aria-label={t('Add a group')}
      aria-busy={picker.joining}
      value=""
      onChange={(event) => picker.joinGroup(event.target.value)}
    >
      <option value="" disabled>
        {picker.joining ? t('Adding…') : t('Add a group…')}
      </option>
      {groups.map(({ groupid, name }) => (
        <option key={groupid} value={groupid}>
          {name}
        </option>
      ))}
    </select>
  );
};

const Finder = ({ picker }: { picker: Picker }): ReactElement => (
  <div className={styles.finder}>
    <input
      className="form-control"
      type="search"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to find devices
      autoFocus
      placeholder={t('Find devices')}
      aria-label={t('Find devices')}
      value={picker.word}
      onChange={(event) => picker.setWord(event.target.value)}
    />
    <select
      className="form-select"
      aria-label={t('State')}
      value={picker.mode}
      onChange={(event) => picker.setMode(filterModes.find((mode) => mode === event.target.value) ?? 'all')}
    >
      {filterModes.map((mode) => (
        <option key={mode} value={mode}>
          {modeTexts()[mode]}
        </option>
      ))}
    </select>
    <GroupChoice picker={picker} />
  </div>
);

const Tools = ({ picker }: { picker: Picker }): ReactElement => {
  const { shown, chosen } = picker;
  return (
    <div className={styles.tools}>
      <label>
        <input
          type="checkbox"
          className="form-check-input"
          checked={shown.length > 0 && shown.every((id) => chosen.has(id))}
          disabled={shown.length === 0}
          onChange={picker.toggleShown}
        />
        {t('Select all {number} shown', { number: shown.length })}
      </label>
      <span className={styles.counter}>
        <output className="num">{t('{number} chosen', { number: chosen.size })}</output>
        <Button look="bare" disabled={chosen.size === 0} onClick={picker.clear}>
          {t('Clear')}
        </Button>
      </span>
    </div>
  );
};

const List = ({ picker }: { picker: Picker }): ReactElement => {
  const loaded = useDevicesLoaded();
  if (!loaded) return <Skeleton />;
  if (picker.shown.length === 0) return <EmptyState icon="search" title={t('No device matches the filter')} />;
  return (
    <DeviceOptions
      ids={picker.shown}
      chosen={picker.chosen}
      onToggle={picker.toggle}
      onToggleAll={picker.toggleShown}
    />
  );
};

type DevicePickerProps = {
  /** What is ticked at first. */
  chosen: readonly string[];
  /** More cannot be taken over. */
  max?: number;
  /** Gets the ids in the order in which they were ticked; the dialog is to be closed by the caller. */
  onTake: (ids: readonly string[]) => void;
  onClose: () => void;
};

/** Stands above the dialog that opened it. */
export const DevicePicker = ({ chosen, max = Infinity, onTake, onClose }: DevicePickerProps): ReactElement => {
  const picker = usePicker(chosen);
  const tooMany = picker.chosen.size > max;
  const problem = tooMany
    ? t('At most {count} devices at a time: take some ticks away.', { count: max })
    : picker.problem;
  return (
    <Dialog
      title={t('Choose devices')}
      onClose={onClose}
      wide
      above
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" disabled={tooMany || picker.joining} onClick={() => onTake([...picker.chosen])}>
            {t('Take over')}
          </Button>
        </>
      }
    >
      <Finder picker={picker} />
      <Tools picker={picker} />
      <div className={styles.frame}>
        <List picker={picker} />
      </div>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
};
