// Where positions and heartbeats are passed on to, and how that goes.
import { getRelayState, gpsRelaySetting, heartbeatRelaySetting, type ReplyOf } from '@outrider/contract';
import type { ReactElement } from 'react';
import { useCall } from '../../lib/calls.ts';
import { t } from '../../lib/i18n.ts';
import { SettingPanel } from '../../parts/setting/setting-panel.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Standing } from './standing.tsx';

type Told = { facts: readonly (readonly [string, number])[]; trouble: string };
const REFRESH_MS = 5000;

const RelayStanding = ({ of }: { of: (state: ReplyOf<typeof getRelayState>) => Told }): ReactElement | null => {
  const { data } = useCall(getRelayState, {}, { refetchMs: REFRESH_MS });
  if (data === undefined) return null;
  const { facts, trouble } = of(data);
  return (
    <Standing title={t('Status')} trouble={trouble === '' ? '' : t(trouble)}>
      <dl>
        {facts.map(([label, value]) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </dl>
    </Standing>
  );
};

export const GpsRelayTab = (): ReactElement => (
  <SettingPanel
    setting={gpsRelaySetting}
    stale={[getRelayState]}
    intro={
      <p className="soft">
        {t(
          'Each position of a registered device is forwarded to another platform as JT/T 808-2013, as if the device had connected there too. What finds no connection is kept for an hour and follows.',
        )}
      </p>
    }
    rows={[
      { control: 'switch', key: 'enable', label: t('Pass positions on') },
      { control: 'text', key: 'ip', label: t('Address of the other server') },
      { control: 'number', key: 'port', label: t('Port'), help: t('TCP, for JT/T 808.') },
    ]}
  >
    <RelayStanding
      of={({ gps }) => ({
        facts: [
          [t('Devices connected there'), gps.connected],
          [t('Positions waiting'), gps.waiting],
          [t('Sent'), gps.sent],
          [t('Given up'), gps.dropped],
        ],
        trouble: gps.trouble,
      })}
    />
  </SettingPanel>
);

export const HeartbeatRelayTab = (): ReactElement => (
  <SettingPanel
    setting={heartbeatRelaySetting}
    stale={[getRelayState]}
    intro={
      <p className="soft">
        {t(
          'Each heartbeat and report of a known device is forwarded unchanged, as one UDP datagram. Nothing is kept for later, and nobody confirms it.',
        )}
      </p>
    }
    rows={[
      { control: 'switch', key: 'enable', label: t('Pass heartbeats on') },
      { control: 'text', key: 'addr', label: t('Address and port'), help: t('As 192.0.2.10:5000.') },
    ]}
  >
    <RelayStanding
      of={({ heartbeat }) => ({
        facts: [
          [t('Sent'), heartbeat.sent],
          [t('Given up'), heartbeat.dropped],
        ],
        trouble: heartbeat.trouble,
      })}
    />
  </SettingPanel>
);
