// Where recordings are written: the disks of the server, and up to 24 slots, each a disk by its UUID or a folder.
import {
  type BlockDeviceRow,
  type InputOf,
  type MediaSlot,
  consecutiveSlots,
  mediaSlots,
  recordDisksSetting,
} from '@outrider/contract';
import { type ReactElement, useId } from 'react';
import { t } from '../../lib/i18n.ts';
import type { Rows } from '../../parts/form/row.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';
import { Field } from '../../ui/field.tsx';
import { DiskList } from './disk-list.tsx';
import { allRows, diskSize, mediumHint } from './disk-words.ts';
import styles from './record-disks.module.css';
import { useDisks } from './use-disks.ts';

type Draft = InputOf<typeof recordDisksSetting.save>;

type MediumProps = {
  label: string;
  value: string;
  problem: string | undefined;
  disks: readonly BlockDeviceRow[] | undefined;
  onChange: (value: string) => void;
};
/** A disk that is listed is chosen, anything else typed. */
const MediumField = ({ label, value, problem, disks, onChange }: MediumProps): ReactElement => {
  const id = useId();
  return (
    <>
      <Field
        label={label}
        value={value}
        error={problem}
        help={mediumHint(value, disks)}
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <datalist id={id}>
        {allRows(disks ?? [])
          .filter(({ uuid }) => uuid !== '')
          .map(({ uuid, name, size, mountpoint }) => (
            <option key={name} value={uuid}>
              {[name, diskSize(size), mountpoint].filter((text) => text !== '').join(', ')}
            </option>
          ))}
      </datalist>
    </>
  );
};

/** Whether every slot before this one has something. */
const follows = (draft: Draft, slot: MediaSlot): boolean =>
  mediaSlots.every((each) => each >= slot || draft[`media${each}`] !== '');

const slotRows = (slot: MediaSlot, disks: readonly BlockDeviceRow[] | undefined): Rows<Draft>[number] => [
  {
    control: 'own',
    key: `media${slot}`,
    label: t('Slot {number}', { number: slot }),
    when: (draft) => follows(draft, slot),
    draw: (field: Omit<MediumProps, 'disks'>) => <MediumField {...field} disks={disks} />,
  },
  {
    control: 'checkbox',
    key: `readonly${slot}`,
    label: t('Slot {number} is read only', { number: slot }),
    when: (draft) => follows(draft, slot) && draft[`media${slot}`] !== '',
  },
];

const rowsOf = (disks: readonly BlockDeviceRow[] | undefined): Rows<Draft> => [
  ...mediaSlots.map((slot) => slotRows(slot, disks)),
  {
    control: 'radio',
    key: 'mode',
    label: t('Performance mode'),
    options: [
      { value: 0, name: t('Efficacy'), about: t('All slots are written to evenly.') },
      { value: 1, name: t('Capacity'), about: t('A slot is filled, then the next one.') },
    ],
  },
];

export const RecordDisksTab = (): ReactElement => {
  const disks = useDisks();
  const rows = disks.data?.blockdevices;
  return (
    <fieldset className={styles.tab} disabled={disks.formatting !== ''}>
      <legend className="visually-hidden">{t('Record Disks')}</legend>
      <DiskList {...disks} />
      <SettingPanel
        setting={recordDisksSetting}
        heading={t('Slots of recordings')}
        intro={
          <p className="soft">
            {t(
              'Each slot is a disk by its UUID, or a folder like /mnt/disk1. Without any, recordings go to the data folder. A slot that is read only is played from: nothing is written or deleted there.',
            )}
          </p>
        }
        toasts={{ loaded: t('load setting success'), saved: t('set done') }}
        asked={(draft) => ({ ...draft, ...consecutiveSlots(draft) })}
        rows={rowsOf(rows)}
      />
    </fieldset>
  );
};
