// 'Connect a recorder': what to enter in it, whether the server's ports stand, and who was turned away and why.
import { getConnectRecorder } from '@outrider/contract';
import type { ConnectRecorder } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorPanel, Notice, Skeleton } from '../../ui/states.tsx';
import { Clocks } from './clocks.tsx';
import styles from './connect-recorder.module.css';
import { isFine, portText, toEnter, transportText } from './recorder-entry.ts';
import { Refusals } from './refusals.tsx';
import { Waiting } from './waiting.tsx';

const REFRESH_MS = 5000;

const Value = ({ label, value, help }: { label: string; value: string; help?: string }): ReactElement => (
  <div className={styles.value}>
    <dt>{label}</dt>
    <dd>
      <span className="num">{value}</span>
      <CopyButton text={value} what={label} />
    </dd>
    {help !== undefined && <dd className={styles.help}>{help}</dd>}
  </div>
);

const Policy = ({ policy }: { policy: ConnectRecorder['policy'] }): ReactElement => (
  <p className="soft">
    {policy === 'accept-new'
      ? t('A new recorder appears among the new devices of the dashboard, and works as soon as you add it there.')
      : t('Only registered recorders are let in. Register a recorder before you switch it on.')}
  </p>
);

const Enter = ({ answer }: { answer: ConnectRecorder }): ReactElement => {
  const { addresses, port, transports } = toEnter(answer);
  return (
    <section className={styles.panel}>
      <h2>{t('Enter this in the recorder')}</h2>
      <dl className={styles.values}>
        {addresses.map((address) => (
          <Value key={address} label={t('Server address')} value={address} />
        ))}
        {port !== undefined && <Value label={t('Port')} value={String(port)} help={`JT/T 808, ${transports}`} />}
      </dl>
      <Policy policy={answer.policy} />
    </section>
  );
};

const Ports = ({ ports }: { ports: ConnectRecorder['ports'] }): ReactElement => (
  <section className={styles.panel}>
    <h2>{t('Ports of this server')}</h2>
    <p className="soft">{t('The firewall in front of the server must let these through.')}</p>
    <table className={styles.ports}>
      <thead>
        <tr>
          <th scope="col">{t('Purpose')}</th>
          <th scope="col" className={styles.end}>
            {t('Port')}
          </th>
          <th scope="col">{t('Transport')}</th>
          <th scope="col">{t('For')}</th>
          <th scope="col">{t('State')}</th>
        </tr>
      </thead>
      <tbody>
        {ports.map((port) => (
          <tr key={port.name}>
            <td>{t(port.purpose)}</td>
            <td className={`${styles.end} num`}>{portText(port)}</td>
            <td>{transportText(port.transports)}</td>
            <td>{port.audience === 'devices' ? t('Recorders') : t('Browsers')}</td>
            <td>
              <span className={isFine(port) ? styles.good : styles.bad}>{t(port.state)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** The screen /connectrecorder, for level 0. Asks again every 5 s. */
export const ConnectRecorderScreen = (): ReactElement => {
  const answer = useCall(getConnectRecorder, {}, { refetchMs: REFRESH_MS });
  if (answer.data === undefined)
    return answer.error === null ? (
      <Skeleton />
    ) : (
      <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />
    );
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{t('Connect a recorder')}</h1>
        <Button icon="refresh" busy={answer.isFetching} onClick={() => void answer.refetch()}>
          {t('Refresh')}
        </Button>
      </header>
      {answer.error !== null && (
        <Notice tone="warn" icon="warning">
          {t('This is from before: {reason}', { reason: t(answer.error.message) })}
        </Notice>
      )}
      {answer.data.warnings.map((warning) => (
        <Notice key={warning} tone="warn" icon="warning">
          {t(warning)}
        </Notice>
      ))}
      <Clocks rows={answer.data.clocks} />
      <div className={styles.pair}>
        <Enter answer={answer.data} />
        <Ports ports={answer.data.ports} />
      </div>
      <Waiting />
      <Refusals rows={answer.data.refusals} />
    </div>
  );
};
