// /testdev: the messages between the server and one device as they pass, and what can be sent to try it.
import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { formatDateTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { MonitorFrame } from './monitor-frame.tsx';
import { EventForm, RawForm } from './testdev-forms.tsx';
import styles from './testdev.module.css';
import { type Pane, type ShownLine, panes } from './trace-log.ts';
import { useTrace } from './use-trace.ts';

const paneTitle = (pane: Pane): string =>
  ({
    toDevice: t('Server to device'),
    fromDevice: t('Device to server'),
    heartbeat: t('Heartbeats'),
    peerSent: t('Peer to peer, sent'),
    peerReceived: t('Peer to peer, received'),
  })[pane];

/** '2026-03-01 14:05:00.250' */
const moment = (ms: number): string => `${formatDateTime(ms)}.${String(ms % 1000).padStart(3, '0')}`;

/** Of a message without a body. */
const NO_FIELDS = '{}';

const TracePane = ({ pane, lines }: { pane: Pane; lines: readonly ShownLine[] }): ReactElement => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.pane} data-pane={pane}>
      <h2 id={id}>{paneTitle(pane)}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too */}
      <section className={styles.scroll} tabIndex={0} aria-labelledby={id}>
        <table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">T</th>
              <th scope="col">Z</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, T, Z }) => (
              <tr key={key}>
                <td title={moment(T)}>{moment(T).slice(11)}</td>
                <td>
                  <strong>
                    {Z.id} {Z.name}
                  </strong>
                  <small>#{Z.serial}</small>
                  {Z.fields !== '' && Z.fields !== NO_FIELDS && <span>{Z.fields}</span>}
                  <code>{Z.hex}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {lines.length === 0 && <p className="soft">{t('Nothing yet.')}</p>}
      </section>
    </section>
  );
};

export const TestDevicePage = (): ReactElement => {
  const [deviceId, setDeviceId] = useState(() => new URLSearchParams(globalThis.location.search).get('id') ?? '');
  const { log, outcomes, clear, send, ...socket } = useTrace(deviceId.trim());
  const form = { deviceId: deviceId.trim(), connected: socket.state === 'connected', send };
  return (
    <MonitorFrame
      title={t('Messages of a device')}
      {...socket}
      ready={deviceId.trim() !== ''}
      fields={
        <Field
          label={t('Device ID')}
          value={deviceId}
          autoComplete="off"
          readOnly={socket.state !== 'disconnected'}
          onChange={(event) => setDeviceId(event.target.value)}
        />
      }
      tools={<Button onClick={clear}>{t('Clear')}</Button>}
    >
      {log.lost > 0 && (
        <output className={styles.lost}>
          {t('{count} messages came too fast and are not shown', { count: log.lost })}
        </output>
      )}
      <div className={styles.panes}>
        {panes.map((pane) => (
          <TracePane key={pane} pane={pane} lines={log.lines[pane]} />
        ))}
      </div>
      <div className={styles.forms}>
        <RawForm {...form} outcome={outcomes.DB2} />
        <EventForm {...form} outcome={outcomes.DB7} />
      </div>
    </MonitorFrame>
  );
};
