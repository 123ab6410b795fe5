// Sends devices to another server: which ones, where to, how many that is, and what became of each.
import { REDIRECT_ALL, deviceRedirectSetting, getRedirectState, postRedirectCheck } from '@outrider/contract';
import type { InputOf, RedirectOutcome } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { send } from '../../lib/send.ts';
import { formatDateTime } from '../../lib/time.ts';
import { NamedNumber } from '../../parts/device-names.tsx';
import { orderReasonText, orderStateText } from '../../parts/device-orders/order-words.ts';
import type { Consequence } from '../../parts/form/consequence.tsx';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';
import { Fact } from '../../ui/fact.tsx';
import styles from './redirect.module.css';
import { Standing } from './standing.tsx';

type Draft = InputOf<typeof deviceRedirectSetting.save>;

const REFRESH_MS = 5000;

/** The other server is asked first: nothing is sent to where nobody answers. */
const consequence = async ({ deviceRedirect }: Draft): Promise<Consequence | undefined> => {
  const { prefix, new_server: host, new_port: port, redirect_newdevice_only: newOnly } = deviceRedirect;
  if (host === '') return undefined;
  const { matching, online } = await send(postRedirectCheck, { prefix, new_server: host, new_port: port });
  if (newOnly) return undefined;
  return {
    title: t('Send devices to another server?'),
    confirmText: t('Save and send'),
    ...(prefix === REDIRECT_ALL && { typed: String(matching) }),
    text: (
      <>
        <p>{t('{count} devices match now, {online} of them online.', { count: matching, online })}</p>
        <p>
          {t(
            'They are set to {server} and restarted, and are not seen here any more. Only the other server can send them back.',
            {
              server: `${host}:${port}`,
            },
          )}
        </p>
      </>
    ),
  };
};

const Row = ({ deviceid, state, outcome, message, time }: RedirectOutcome): ReactElement => {
  const reason = orderReasonText({ state, outcome, message });
  return (
    <tr>
      <td>
        <NamedNumber id={deviceid} />
      </td>
      <td>
        {orderStateText(state)}
        {reason !== '' && <span className="soft"> {reason}</span>}
      </td>
      <td>{formatDateTime(time)}</td>
    </tr>
  );
};

const Outcomes = (): ReactElement | null => {
  const { data } = useCall(getRedirectState, {}, { refetchMs: REFRESH_MS });
  if (data === undefined) return null;
  const { total, done, waiting, failed, rows } = data;
  return (
    <Standing
      title={t('Devices sent on')}
      trouble={failed === 0 ? '' : t('{count} devices did not take it.', { count: failed })}
    >
      <dl>
        <Fact name={t('Told')}>{done}</Fact>
        <Fact name={t('Waiting')}>{waiting}</Fact>
      </dl>
      {total > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
        <section className={styles.rows} tabIndex={0} aria-label={t('Devices')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('Device')}</th>
                <th scope="col">{t('State')}</th>
                <th scope="col">{t('Time')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.deviceid} {...row} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {total > rows.length && <p className="soft">{t('{count} more devices', { count: total - rows.length })}</p>}
    </Standing>
  );
};

export const RedirectTab = (): ReactElement => (
  <SettingPanel
    setting={deviceRedirectSetting}
    stale={[getRedirectState]}
    intro={
      <p className="soft">
        {t(
          'Devices whose id begins so are told to report to another server, and restarted. One that is away is told when it is back. Without a new server nothing is sent, and what waits is cancelled.',
        )}
      </p>
    }
    consequence={consequence}
    rows={[
      {
        control: 'text',
        key: 'deviceRedirect.prefix',
        label: t('Device prefix'),
        help: t('How their ids begin; * for all.'),
        autoComplete: 'off',
      },
      {
        control: 'switch',
        key: 'deviceRedirect.redirect_newdevice_only',
        label: t('New devices only'),
        help: t('Those that register here as new from now on.'),
      },
      [
        { control: 'text', key: 'deviceRedirect.new_server', label: t('New server'), autoComplete: 'off' },
        { control: 'number', key: 'deviceRedirect.new_port', label: t('New port') },
      ],
    ]}
  >
    <Outcomes />
  </SettingPanel>
);
