// The form of one definition: a new one, or the one of the table that is being edited.
import { ALL_PROFILES, type EventDefinition, type InputOf, PLAIN_COLOUR, postEventDefine } from '@outrider/contract';
import { useId } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { useHere } from '../../lib/use-here.ts';
import { AskBeforeLeaving } from '../../parts/form/ask-before-leaving.tsx';
import { FormBody } from '../../parts/form/form-dialog.tsx';
import type { Rows } from '../../parts/form/row.ts';
import { useForm } from '../../parts/form/use-form.ts';
import { Button } from '../../ui/button.tsx';
import styles from './event-definition.module.css';
import type { Definitions } from './use-definitions.ts';

/** `updatetime`: which version was seen. */
type Draft = Pick<InputOf<typeof postEventDefine>, 'eventDefine'> & { updatetime: number };

const startOf = (row: EventDefinition | undefined, profile: string): Draft => ({
  eventDefine: {
    definename: row?.definename ?? (profile === ALL_PROFILES ? '' : profile),
    eventtype: row?.eventtype ?? Number.NaN,
    eventname: row?.eventname ?? '',
    notifytext: row?.notifytext ?? '',
    notifycolor: row?.notifycolor ?? PLAIN_COLOUR,
    updatetime: undefined,
  },
  updatetime: row?.updatetime ?? 0,
});

const rowsOf = (): Rows<Draft> => [
  {
    control: 'text',
    key: 'eventDefine.definename',
    label: t('Profile'),
    help: t('GLOBAL, or the name of another one; a new name makes a new profile.'),
  },
  { control: 'number', key: 'eventDefine.eventtype', label: t('Event Code') },
  { control: 'text', key: 'eventDefine.eventname', label: t('Event Name') },
  {
    control: 'text',
    key: 'eventDefine.notifytext',
    label: t('Notify Text'),
    help: t('Said with each such event, in toasts and lists.'),
  },
  { control: 'colour', key: 'eventDefine.notifycolor', label: t('Notify Colour') },
];

type FormProps = {
  /** Undefined: a new one. */
  row: EventDefinition | undefined;
  /** The one to edit is on its way. */
  isComing: boolean;
  /** Where a new one begins. */
  profile: string;
  save: Definitions['save'];
  onNew: () => void;
  onSaved: () => void;
};

export const DefinitionForm = ({ row, isComing, profile, save, onNew, onSaved }: FormProps): ReactElement => {
  const [id, titleId] = [useId(), useId()];
  const isHere = useHere();
  const form = useForm<Draft>({
    of: postEventDefine,
    start: startOf(row, profile),
    rows: rowsOf(),
    save: async ({ eventDefine, updatetime }) => {
      await save(eventDefine, row && { row, seen: updatetime });
      if (isHere()) onSaved();
    },
  });
  // A save is followed by a fresh form: what would be typed into this one meanwhile would go.
  const fields = isComing ? 'loading' : form.busy ? 'saving' : 'open';
  return (
    <section className={styles.form} aria-labelledby={titleId}>
      <h2 id={titleId}>{row === undefined ? t('New definition') : t('Edit definition')}</h2>
      <FormBody id={id} form={form} fields={fields} />
      <div className={styles.buttons}>
        {row !== undefined && <Button onClick={onNew}>{t('New definition')}</Button>}
        <Button type="submit" form={id} look="primary" busy={form.busy} disabled={!form.ready}>
          {t('Save')}
        </Button>
      </div>
      <AskBeforeLeaving unsaved={form.dirty} edited={row === undefined ? ['row', 'profile'] : ['row']} />
    </section>
  );
};
