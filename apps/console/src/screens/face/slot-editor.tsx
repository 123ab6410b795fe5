// The card that changes the words of a slot: device and number are read only.
import { useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { FormFields, type FieldsState } from '../../parts/form/form-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { Slots } from './use-slots.ts';
import styles from './face.module.css';

export type Draft = {
  readonly ch: number | undefined;
  readonly idcard: string;
  readonly name: string;
  /** What the recorder has in the slot may still be asked for. */
  readonly state: FieldsState;
};

const MAX_TEXT = 60;

type EditorProps = {
  device: string | undefined;
  draft: Draft;
  setDraft: (draft: Draft) => void;
  update: Slots['update'];
};

export const SlotEditor = ({ device, draft, setDraft, update }: EditorProps): ReactElement => {
  const [busy, setBusy] = useState(false);
  const { ch, idcard, name, state } = draft;
  const ready =
    state === 'open' && device !== undefined && ch !== undefined && idcard.trim() !== '' && name.trim() !== '';
  const save = async (slot: number): Promise<void> => {
    setBusy(true);
    await update(slot, { idcard: idcard.trim(), name: name.trim() });
    setBusy(false);
  };
  return (
    <aside className={styles.editor} aria-label={t('Editor')}>
      <h2>{t('Editor')}</h2>
      <form
        noValidate
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) void save(ch);
        }}
      >
        <Field label={t('Deviceid')} value={device ?? ''} readOnly />
        <Field label={t('Slot Index')} value={ch === undefined ? '' : String(ch)} readOnly />
        <FormFields state={state}>
          <Field
            label={t('Identify')}
            value={idcard}
            maxLength={MAX_TEXT}
            onChange={(event) => setDraft({ ...draft, idcard: event.target.value })}
          />
          <Field
            label={t('Name')}
            value={name}
            maxLength={MAX_TEXT}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        </FormFields>
        <Button type="submit" look="primary" icon="save" busy={busy} disabled={!ready}>
          {t('Update')}
        </Button>
      </form>
    </aside>
  );
};
