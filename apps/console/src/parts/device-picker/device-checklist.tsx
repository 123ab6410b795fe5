// The checklist of devices: found by words and state, ticked one by one, all that are shown, or by group. `usePicker` is its state.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { filterModes } from '../../live/device-state.ts';
import type { FilterMode } from '../../live/device-state.ts';
import { useDevicesLoaded } from '../../live/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { SearchField } from '../../ui/screen-head.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { DeviceOptions } from './device-options.tsx';
import styles from './device-picker.module.css';
import { useOfferedGroups } from './use-groups.ts';
import type { Picker } from './use-picker.ts';

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

type FinderProps = { picker: Picker; focused: boolean; beside: boolean };

const Finder = ({ picker, focused, beside }: FinderProps): ReactElement => (
  <div className={`${styles.finder} ${beside ? styles.narrow : ''}`}>
    <SearchField label={t('Find devices')} word={picker.word} onWord={picker.setWord} focused={focused} />
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
  const all = shown.length > 0 && shown.every((id) => chosen.has(id));
  return (
    <div className={styles.tools}>
      <CheckboxField
        label={t('Select all {number} shown', { number: shown.length })}
        on={all}
        mixed={!all && shown.some((id) => chosen.has(id))}
        disabled={shown.length === 0}
        onChange={picker.toggleShown}
      />
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

type DeviceChecklistProps = {
  picker: Picker;
  /** The search has the focus when it comes up. */
  focused?: boolean;
  /** It stands in a column beside something else, and takes its height. */
  beside?: boolean;
};

export const DeviceChecklist = ({ picker, focused = false, beside = false }: DeviceChecklistProps): ReactElement => (
  <>
    <Finder picker={picker} focused={focused} beside={beside} />
    <Tools picker={picker} />
    <div className={`${styles.frame} ${beside ? styles.tall : ''}`}>
      <List picker={picker} />
    </div>
  </>
);
