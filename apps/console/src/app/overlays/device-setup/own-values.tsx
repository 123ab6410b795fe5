// What only the maker of a device knows: one control for each value that the device tells, as the device says it is set.
import { isSameValue, parameterFault, type ParameterValue, rawControl, type RawParameter } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/field.tsx';
import styles from './device-setup.module.css';
import { useTellSheet } from './sheet-unsaved.ts';
import { EachField } from '../../../parts/parameters/each-field.tsx';
import { ItemField } from '../../../parts/parameters/item-field.tsx';

/** Sets one value; gives whether the device has it. */
export type SetRaw = (entry: RawParameter, value: ParameterValue) => Promise<boolean>;

const OwnValue = ({ entry, set, cameras }: { entry: RawParameter; set: SetRaw; cameras: number }): ReactElement => {
  const { k, v, h } = entry;
  const [value, change] = useState<ParameterValue>(v);
  const [busy, setBusy] = useState(false);
  const isChanged = !isSameValue(value, v);
  useTellSheet(isChanged, busy);
  const { control } = rawControl(entry);
  const found = parameterFault({ control }, value);
  const said = {
    label: k,
    cameras,
    error: found !== undefined && isChanged ? t(found.text, found.values) : undefined,
  };
  const press = async (): Promise<void> => {
    setBusy(true);
    await set(entry, value);
    setBusy(false);
  };
  return (
    <div className={styles.own}>
      <span className="soft">{[h.name, h.prefix].filter((text) => text !== undefined && text !== '').join(' · ')}</span>
      {control.kind === 'each' ? (
        <EachField {...said} control={control} value={typeof value === 'object' ? value : []} onChange={change} />
      ) : (
        <ItemField {...said} control={control} value={typeof value === 'object' ? '' : value} onChange={change} />
      )}
      <Button
        busy={busy}
        disabled={h.read === true || found !== undefined || !isChanged}
        aria-label={t('Set {parameter}', { parameter: k })}
        onClick={() => void press()}
      >
        {t('Set')}
      </Button>
    </div>
  );
};

type OwnValuesProps = { entries: readonly RawParameter[]; set: SetRaw; cameras: number };

export const OwnValues = ({ entries, set, cameras }: OwnValuesProps): ReactElement => (
  <FieldGroup label={t('Values that only this device knows')}>
    <div className={styles.owns}>
      {entries.map((entry) => (
        <OwnValue key={`${entry.k} ${JSON.stringify(entry.v)}`} entry={entry} set={set} cameras={cameras} />
      ))}
    </div>
  </FieldGroup>
);
