// A setting in a tab: loaded when it is first seen, its form, who saved it last, and saving. What the setting is say its rows;
// `screens/setting/` has the examples.
import type { InputOf, Setting } from '@outrider/contract';
import { useEffect, useId } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useFreshCall, useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel, Skeleton } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.ts';
import { type Consequence, STOPPED, useConsequence } from '../form/consequence.tsx';
import { FormBody } from '../form/form-dialog.tsx';
import type { Rows } from '../form/row.ts';
import { settingForm } from '../form/setting-form.ts';
import { useForm } from '../form/use-form.ts';
import styles from './setting-panel.module.css';
import { useTellUnsaved } from './unsaved.ts';

type Schema = Setting['schema'];
type Saved<S extends Schema> = InputOf<Setting<S, S>['save']>;

export type SettingPanelProps<S extends Schema> = {
  setting: Setting<S, S>;
  /** A function where they depend on what is set. */
  rows: Rows<Saved<S>> | ((start: Saved<S>) => Rows<Saved<S>>);
  /** Where a tab holds several. */
  heading?: string;
  /** What the setting does, over its rows. */
  intro?: ReactNode;
  /** What is said once it is loaded, and in the place of the usual words once it is saved. */
  toasts?: { loaded: string; saved: string };
  /** Calls whose answers follow from it. */
  stale?: Parameters<typeof useSave>[1];
  /** What a save of this draft would do that cannot be taken back; undefined for nothing. */
  consequence?: (draft: Saved<S>, start: Saved<S>) => Promise<Consequence | undefined>;
  /** What of the draft is checked and sent; all of it without this. */
  asked?: (draft: Saved<S>) => Saved<S>;
  /** Under the form, and no part of it; a function where it goes by what is typed, and by what is saved. */
  children?: ReactNode | ((draft: Saved<S>, saved: Saved<S>) => ReactNode);
};

type Loaded = { updatetime: number; updateby: string; fixed: Record<string, string> };

const savedWords = ({ updatetime, updateby }: Loaded): string => {
  if (updatetime === 0) return t('Nobody has changed this yet.');
  const time = formatDateTime(updatetime);
  return updateby === '' ? t('Saved {time}', { time }) : t('Saved by {user}, {time}', { user: updateby, time });
};

const Panel = <S extends Schema>(props: SettingPanelProps<S> & { loaded: Loaded & Saved<S> }): ReactElement => {
  const { setting, rows, heading, intro, toasts, stale = [], consequence, asked, loaded, children } = props;
  const id = useId();
  const save = useSave(setting.save, [setting.load, ...stale]);
  const { question, mayGoOn } = useConsequence();
  const form = useForm<Saved<S>>({
    ...settingForm(setting, loaded),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is loaded holds what is saved: both are of one schema
    start: settingForm(setting, loaded).start as Saved<S>,
    rows: typeof rows === 'function' ? rows(loaded) : rows,
    ...(asked && { asked }),
    refused: (error) => (error === STOPPED ? '' : t(error.message)),
    save: async (draft) => {
      if (!(await mayGoOn(await consequence?.(draft, loaded)))) throw STOPPED;
      const outcome = await save.mutateAsync(draft);
      if (toasts) showToast('success', toasts.saved);
      else showToast('success', t(outcome.message), heading ?? '');
      return outcome;
    },
  });
  const loadedText = toasts?.loaded ?? '';
  useEffect(() => {
    if (loadedText !== '') showToast('success', loadedText);
  }, [loadedText]);
  useTellUnsaved(form.dirty);
  return (
    <section className={styles.panel} aria-label={heading}>
      {heading !== undefined && <h2>{heading}</h2>}
      <FormBody id={id} form={form} intro={intro} focused={false} />
      <div className={styles.foot}>
        <span className="soft">{savedWords(loaded)}</span>
        <Button type="submit" form={id} look="primary" busy={form.busy} disabled={!form.ready}>
          {t('Save')}
        </Button>
      </div>
      {question}
      {/* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form was made for this draft */}
      {typeof children === 'function' ? children(form.draft as Saved<S>, loaded) : children}
    </section>
  );
};

export const SettingPanel = <S extends Schema>(props: SettingPanelProps<S>): ReactElement => {
  const { data, error, refetch } = useFreshCall(props.setting.load, {});
  if (data === undefined)
    return error === null ? <Skeleton rows={4} /> : <ErrorPanel error={error} retry={() => void refetch()} />;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reply's schema is that of the setting with what Loaded says
  return <Panel {...props} loaded={data as Loaded & Saved<S>} />;
};
