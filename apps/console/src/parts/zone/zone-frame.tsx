// The frame of the screens that draw on a map: list and form at the left, the map, and whom it is about at the right.
import { placeColours, type PlaceColour } from '@outrider/contract';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Field } from '../../ui/field.tsx';
import { Confirm } from '../../ui/question.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { DeviceChecklist } from '../device-picker/device-checklist.tsx';
import { usePicker } from '../device-picker/use-picker.ts';
import { AskBeforeLeaving } from '../form/ask-before-leaving.tsx';
import { FormFields, type FieldsState } from '../form/form-fields.tsx';
import { colourText, shadeOf } from './colours.ts';
import type { ZoneDraft } from './use-zone-draft.ts';
import styles from './zone.module.css';

export type ZoneFields = { enabled: boolean; title: string; colour: PlaceColour; devices: readonly string[] };

/** What is to be changed, or how it comes of what is there by then. */
type Change = (patch: Partial<ZoneFields> | ((now: ZoneFields) => Partial<ZoneFields>)) => void;

type FrameProps<Draft extends ZoneFields> = {
  title: string;
  zone: ZoneDraft<Draft>;
  /** Of what all have. */
  onChange: Change;
  list: ReactNode;
  /** Under title and colour. */
  fields: ReactNode;
  map: ReactNode;
  /** What is wrong, in words; '' for nothing. */
  problem: string;
  canSave: boolean;
  busy: boolean;
  onSave: () => void;
  /** What is asked before it is deleted; undefined where there is nothing to delete. */
  removal: { text: string; question: string; remove: () => Promise<unknown> } | undefined;
};

const MOST_TITLE = 60;
/** How the address says which slot is open. */
const SLOT = ['index'] as const;

const Removal = ({ text, question, remove }: NonNullable<FrameProps<ZoneFields>['removal']>): ReactElement => {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button look="danger" icon="remove" onClick={() => setAsks(true)}>
        {t('Delete')}
      </Button>
      {asks && (
        <Confirm title={text} confirmText={t('Delete')} danger onConfirm={remove} onClose={() => setAsks(false)}>
          {question}
        </Confirm>
      )}
    </>
  );
};

const fieldsOf = ({ phase }: Pick<ZoneDraft<ZoneFields>, 'phase'>): FieldsState =>
  phase === 'ready' ? 'open' : phase === 'reading' ? 'loading' : 'closed';

type CommonProps = { draft: ZoneFields; onChange: Change };

const Common = ({ draft, onChange }: CommonProps): ReactElement => (
  <>
    <CheckboxField label={t('Enabled')} on={draft.enabled} onChange={(enabled) => onChange({ enabled })} />
    <Field
      label={t('Title')}
      value={draft.title}
      maxLength={MOST_TITLE}
      onChange={(event) => onChange({ title: event.target.value.replaceAll("'", '') })}
    />
    <SelectField
      label={t('Colour')}
      value={draft.colour}
      options={placeColours}
      textOf={colourText}
      beside={<span className={styles.dot} style={{ background: shadeOf(draft.colour) || undefined }} />}
      onChange={(colour) => onChange({ colour })}
    />
  </>
);

const Devices = ({ draft, onChange, isOpen }: CommonProps & { isOpen: boolean }): ReactElement => {
  const picker = usePicker(draft.devices, (next) => onChange((now) => ({ devices: next(now.devices) })));
  return (
    <section className={styles.right} aria-label={t('Devices')}>
      <h2>{t('Devices')}</h2>
      {/* A list to choose from is no field that could be disabled. */}
      <div className={styles.choice} inert={!isOpen}>
        <DeviceChecklist picker={picker} beside />
      </div>
    </section>
  );
};

export const ZoneFrame = <Draft extends ZoneFields>(props: FrameProps<Draft>): ReactElement => {
  const { title, zone, onChange, list, fields, map, problem, canSave, busy, onSave, removal } = props;
  return (
    <div className={styles.screen}>
      <section className={styles.left} aria-label={title}>
        <h1>{title}</h1>
        {list}
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (canSave && !busy) onSave();
          }}
        >
          <FormFields state={fieldsOf(zone)}>
            <Common draft={zone.draft} onChange={onChange} />
            {fields}
          </FormFields>
          {zone.phase === 'failed' && (
            <p className="soft">
              {t('Not read from the server.')}{' '}
              <Button look="bare" onClick={zone.readAgain}>
                {t('Try again')}
              </Button>
            </p>
          )}
          {problem !== '' && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <div className={styles.foot}>
            <Button type="submit" look="primary" icon="check" busy={busy} disabled={!canSave}>
              {t('Save')}
            </Button>
            {zone.dirty && <span className="soft">{t('Not saved yet')}</span>}
            {removal !== undefined && <Removal {...removal} />}
          </div>
        </form>
      </section>
      <div className={styles.middle}>{map}</div>
      <Devices draft={zone.draft} onChange={onChange} isOpen={zone.phase === 'ready'} />
      <AskBeforeLeaving unsaved={zone.dirty} edited={SLOT} isKept={zone.goesAlong} />
    </div>
  );
};
