// How devices get a firmware: by link, in packets, or what each of them knows; as a field of a form, and in a table where it is changed at once.
import { type FirmwareWay, firmwareWays } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { showFailure } from '../../ui/toast.ts';
import { wayText } from './update-words.ts';

type WayFieldProps = { way: FirmwareWay; onChange: (way: FirmwareWay) => void };

export const WayField = ({ way, onChange }: WayFieldProps): ReactElement => (
  <SelectField
    label={t('Way')}
    help={t('In packets takes long, and works for devices that fetch nothing by themselves; files of the store only.')}
    value={way}
    options={firmwareWays}
    textOf={wayText}
    onChange={onChange}
  />
);

type WayCellProps = {
  label: string;
  way: FirmwareWay;
  /** Rejects with the reason when it was not saved. */
  onSave: (way: FirmwareWay) => Promise<unknown>;
};

/** What was chosen shows at once, and what there was again where it was not saved. */
export const WayCell = ({ label, way, onSave }: WayCellProps): ReactElement => {
  const [saving, setSaving] = useState<FirmwareWay>();
  const save = async (next: FirmwareWay): Promise<void> => {
    setSaving(next);
    try {
      await onSave(next);
    } catch (error) {
      showFailure(t('Save Error'), error);
    }
    setSaving(undefined);
  };
  return (
    <select
      className="form-select"
      aria-label={label}
      aria-busy={saving !== undefined}
      disabled={saving !== undefined}
      value={saving ?? way}
      onChange={({ target }) => {
        const chosen = firmwareWays.find((each) => each === target.value);
        if (chosen !== undefined) void save(chosen);
      }}
    >
      {firmwareWays.map((each) => (
        <option key={each} value={each}>
          {wayText(each)}
        </option>
      ))}
    </select>
  );
};
