// The form of one scheduled report: saved as a new one, or over the one that was chosen.
import { type EventReport, getEventReports, postEventReport, putEventReport } from '@outrider/contract';
import { useId, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { useSave } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { useHere } from '../../lib/use-here.ts';
import { systemClock, zoneMinutes } from '../../lib/time.ts';
import { AskBeforeLeaving } from '../../parts/form/ask-before-leaving.tsx';
import { FormBody } from '../../parts/form/form-dialog.tsx';
import { type Form, useForm } from '../../parts/form/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import styles from './event-report.module.css';
import { draftOf, newDraft, reportZones } from './report-draft.ts';
import { reportRows } from './report-rows.tsx';

type ReportEditorProps = {
  /** Undefined: a new one. */
  report: EventReport | undefined;
  /** The one to edit is on its way. */
  isComing: boolean;
  /** It was saved as a new one, and is still open. */
  onAdded: (reportid: number) => void;
};

type Way = 'new' | 'update';
type WaysProps = { form: Form; report: EventReport | undefined; pressed: Way; save: (way: Way) => void };

const SaveWays = ({ form: { busy, ready }, report, pressed, save }: WaysProps): ReactElement => (
  <div className={styles.foot}>
    <Button
      look={report === undefined ? 'primary' : 'plain'}
      busy={busy && pressed === 'new'}
      disabled={!ready}
      onClick={() => save('new')}
    >
      {t('Save New')}
    </Button>
    {report !== undefined && (
      <Button look="primary" busy={busy && pressed === 'update'} disabled={!ready} onClick={() => save('update')}>
        {t('Update to ID[{id}]', { id: report.reportid })}
      </Button>
    )}
  </div>
);

/** Begins with what the report holds; another one takes another form. */
export const ReportEditor = ({ report, isComing, onAdded }: ReportEditorProps): ReactElement => {
  const id = useId();
  const isHere = useHere();
  const over = useRef(false);
  const [pressed, press] = useState<Way>('new');
  const { mutateAsync: add } = useSave(postEventReport, [getEventReports]);
  const { mutateAsync: change } = useSave(putEventReport, [getEventReports]);
  const ownZone = zoneMinutes(systemClock.now());
  const start = report === undefined ? newDraft(ownZone) : draftOf(report);
  const form = useForm({
    of: postEventReport,
    start,
    rows: reportRows(reportZones(ownZone, start)),
    save: async ({ eventReport }) => {
      if (over.current && report !== undefined) {
        const { message, reportid, eventReports } = await change({
          eventReport: { ...eventReport, reportid: report.reportid },
        });
        showToast('success', t(message));
        const saved = eventReports.find((each) => each.reportid === reportid);
        return saved && draftOf(saved);
      }
      const { updatetime: _seen, ...fresh } = eventReport;
      const { message, reportid } = await add({ eventReport: fresh });
      showToast('success', t(message));
      return isHere() ? onAdded(reportid) : undefined;
    },
  });
  const save = (which: Way): void => {
    over.current = which === 'update';
    press(which);
    void form.submit();
  };
  // A new one is opened in a form of its own once it is saved: what would be typed into this one meanwhile would go.
  const fields = isComing ? 'loading' : form.busy && pressed === 'new' ? 'saving' : 'open';
  return (
    <section className={styles.sheet} aria-label={t('Report')}>
      <div className={styles.body}>
        <FormBody
          id={id}
          form={form}
          fields={fields}
          intro={<Field label={t('Report ID')} value={report?.reportid ?? ''} readOnly onChange={() => undefined} />}
        />
      </div>
      <SaveWays form={form} report={report} pressed={pressed} save={save} />
      <AskBeforeLeaving unsaved={form.dirty} edited={['row']} />
    </section>
  );
};
