// The ports of the server, whether it shows live video, and the restart by which they count.
import { STREAM_SLOTS, protocolSetting } from '@outrider/contract';
import type { InputOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import type { Rows } from '../../parts/form/row.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import styles from './protocol.module.css';
import { RestartServer } from './restart-server.tsx';

type Draft = InputOf<typeof protocolSetting.save>;
type SlotsProps = { ports: readonly number[]; problem: string | undefined; onChange: (ports: number[]) => void };

/** Empty slots are NaN; those behind the last port are left out of the draft. */
const slotsOf = (ports: readonly number[]): number[] =>
  Array.from({ length: STREAM_SLOTS }, (_, at) => ports[at] ?? Number.NaN);
const withoutTail = (ports: readonly number[]): number[] =>
  ports.slice(0, ports.findLastIndex((port) => !Number.isNaN(port)) + 1);

const StreamSlots = ({ ports, problem, onChange }: SlotsProps): ReactElement => {
  const slots = slotsOf(ports);
  return (
    <fieldset className={styles.slots}>
      <legend>{t('Streaming ports')}</legend>
      <p className="soft">{t('For video. The console uses the first one; the others are for other programs.')}</p>
      <div className={styles.grid}>
        {slots.map((port, at) => (
          <NumberField
            // oxlint-disable-next-line react/no-array-index-key -- a slot is known by its place
            key={at}
            label={t('Streaming port {number}', { number: at + 1 })}
            value={port}
            onChange={(changed) => onChange(withoutTail(slots.map((each, i) => (i === at ? changed : each))))}
          />
        ))}
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
    </fieldset>
  );
};

const isSecure = (): boolean => globalThis.location.protocol === 'https:';

const rows = (): Rows<Draft> => [
  { control: 'number', key: 'heartbeat', label: t('GPS UDP port'), help: t('Recorders report to it, by TCP as well.') },
  {
    control: 'number',
    key: 'appcommand',
    label: t('Command TCP/UDP port'),
    help: t('The main channel of consoles.'),
  },
  {
    control: 'own',
    key: 'streamings',
    label: t('Streaming ports'),
    draw: ({ value, problem, onChange }) => <StreamSlots ports={value} problem={problem} onChange={onChange} />,
    textOf: (ports) => ports.join(', '),
  },
  {
    control: 'checkbox',
    key: 'disablelivestream',
    label: t('Disable live streams'),
    help: t('Live video is off for everybody. Recording and playback continue.'),
  },
  [
    { control: 'number', key: 'http', label: t('HTTP port'), help: t('The console, by http.') },
    { control: 'number', key: 'https', label: t('HTTPS port'), help: t('The console, by https. 0: none.') },
  ],
  {
    control: 'own',
    key: 'sslonly',
    label: t('SSL only'),
    draw: ({ label, value, problem, onChange }) => (
      <CheckboxField
        label={label}
        on={value}
        disabled={!isSecure()}
        error={problem}
        help={
          isSecure()
            ? t('Browsers that come to the HTTP port are sent to the HTTPS port.')
            : t('Open the console by https to change this.')
        }
        onChange={onChange}
      />
    ),
  },
];

export const ProtocolTab = (): ReactElement => (
  <SettingPanel
    setting={protocolSetting}
    intro={
      <p className={styles.warning} role="note">
        {t(
          'A reboot is needed to apply what is saved here. Use the console within two minutes after it: otherwise the server goes back to the ports it had, so that nobody is locked out.',
        )}
      </p>
    }
    asked={(draft) => ({ ...draft, streamings: draft.streamings.filter((port) => !Number.isNaN(port)) })}
    rows={rows()}
  >
    <RestartServer />
  </SettingPanel>
);
