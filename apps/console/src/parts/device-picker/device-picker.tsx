// The device selector: a modal with the checklist of devices, whose ticks are taken over.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DeviceChecklist } from './device-checklist.tsx';
import styles from './device-picker.module.css';
import { usePicker } from './use-picker.ts';

type DevicePickerProps = {
  /** What is ticked at first. */
  chosen: readonly string[];
  /** More cannot be taken over. */
  max?: number;
  /** Gets the ids in the order in which they were ticked; the dialog is to be closed by the caller. */
  onTake: (ids: readonly string[]) => void;
  onClose: () => void;
};

const isSameSet = (ticked: ReadonlySet<string>, ids: readonly string[]): boolean =>
  new Set(ids).size === ticked.size && ids.every((id) => ticked.has(id));

/** Stands above the dialog that opened it. */
export const DevicePicker = ({ chosen, max = Infinity, onTake, onClose }: DevicePickerProps): ReactElement => {
  const [ticked, setTicked] = useState(chosen);
  const picker = usePicker(ticked, setTicked);
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
      unsaved={!isSameSet(picker.chosen, chosen)}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" disabled={tooMany || picker.joining} onClick={() => onTake([...picker.chosen])}>
            {t('Take over')}
          </Button>
        </>
      }
    >
      <DeviceChecklist picker={picker} focused />
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
};
