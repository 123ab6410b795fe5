// The rows of the form of a scheduled report.
import { DRIVER_SCORE, eventReportTypes, HOURLY, periodNames, reportPeriods } from '@outrider/contract';
import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatZone } from '../../lib/time.ts';
import { DevicesField } from '../../parts/device-picker/devices-field.tsx';
import { periodText } from '../../parts/event-report/report-words.ts';
import type { Rows } from '../../parts/form/row.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { PointsDialog } from './points-dialog.tsx';
import { eventsHelp, eventsLabel, type ReportDraft, withType } from './report-draft.ts';

type TextProps = { value: string; problem: string | undefined; onChange: (value: string) => void };

/** Any text, or one of the known types. */
const TypeField = ({ value, problem, onChange }: TextProps): ReactElement => {
  const list = useId();
  return (
    <>
      <Field
        label={t('Type')}
        help={t('A known type, or a name of your own for a report of events.')}
        error={problem}
        value={value}
        list={list}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {eventReportTypes.map((type) => (
          <option key={type} value={type}>
            {t(type)}
          </option>
        ))}
      </datalist>
    </>
  );
};

const EventsField = ({ value, problem, onChange, type }: TextProps & { type: string }): ReactElement => {
  const [setting, setSetting] = useState(false);
  return (
    <>
      <Field
        label={eventsLabel(type)}
        help={eventsHelp(type)}
        error={problem}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      {type === DRIVER_SCORE && (
        <Button icon="table" onClick={() => setSetting(true)}>
          {t('Driver Points Setting')}
        </Button>
      )}
      {setting && <PointsDialog line={value} onTake={onChange} onClose={() => setSetting(false)} />}
    </>
  );
};

const periodChoices = (type: string) =>
  reportPeriods
    .filter((value) => type !== DRIVER_SCORE || value !== HOURLY)
    .map((value) => ({ value, name: t(periodNames[value]) }));

const whenRow = (): Rows<ReportDraft> => [
  {
    control: 'own',
    key: 'eventReport.period',
    label: t('Period'),
    textOf: periodText,
    draw: ({ label, value, problem, draft, onChange }) => (
      <RadioField
        label={label}
        error={problem}
        value={value}
        options={periodChoices(draft.eventReport.type)}
        onChange={onChange}
      />
    ),
  },
];

const whatRows = (): Rows<ReportDraft> => [
  { control: 'text', key: 'eventReport.profile', label: t('Profile Name') },
  {
    control: 'own',
    key: 'eventReport.type',
    label: t('Type'),
    follow: withType,
    draw: (field) => <TypeField {...field} />,
  },
  {
    control: 'text',
    key: 'eventReport.receivers',
    label: t('Receivers'),
    help: t('Mail addresses, joined by commas.'),
  },
  { control: 'text', key: 'eventReport.sender', label: t('Sender'), help: t('What the mail is signed with.') },
  {
    control: 'own',
    key: 'eventReport.devices',
    label: t('Devices'),
    draw: ({ label, value, problem, onChange }) => (
      <DevicesField
        label={label}
        help={t('Empty for all that you may see.')}
        line={value}
        error={problem}
        onChange={onChange}
      />
    ),
  },
  {
    control: 'own',
    key: 'eventReport.events',
    label: t('Events'),
    draw: ({ draft, ...field }) => <EventsField {...field} type={draft.eventReport.type} />,
  },
];

/** `zones`: those to choose from, in seconds east of UTC. */
export const reportRows = (zones: readonly number[]): Rows<ReportDraft> => [
  [
    {
      control: 'radio',
      key: 'eventReport.enable',
      label: t('Apply'),
      options: [
        { value: 0, name: t('Disable') },
        { value: 1, name: t('Enable') },
      ],
    },
    {
      control: 'radio',
      key: 'eventReport.unit',
      label: t('Unit'),
      options: [
        { value: 0, name: 'Km|C' },
        { value: 1, name: 'mile|F' },
      ],
    },
  ],
  ...whenRow(),
  ...whatRows(),
  {
    control: 'select',
    key: 'eventReport.tz',
    label: t('Timezone'),
    options: zones.map((value) => ({ value, name: formatZone(value / 60) })),
  },
  { control: 'text', key: 'eventReport.memo', label: t('Memo') },
];
