// How devices get a firmware: by link, in packets, or what each of them knows.
import { type FirmwareWay, firmwareWays } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { SelectField } from '../../ui/select-field.tsx';
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
