// Points on a picture as they stand in a panel: read here, moved in the calibration.
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { FieldGroup } from '../../ui/field.tsx';
import { pointsWords } from './words.ts';

type PointsFieldProps = { label: string; value: string; error: string | undefined };

export const PointsField = ({ label, value, error }: PointsFieldProps): ReactElement => (
  <FieldGroup label={label} error={error} help={t('Moved on the live picture.')}>
    <output className="num">{pointsWords(value)}</output>
  </FieldGroup>
);
