// Accounts of MyGeotab that accounts of this server name: who is signed in there, and the rules and devices of each.
import {
  type GeoAuth,
  type GeoDevice,
  type GeoRule,
  getGeoAuth,
  getGeoDevices,
  getGeoRules,
  type ReplyOf,
} from '@outrider/contract';
import type { ReactElement } from 'react';
import { t } from '../../lib/i18n.ts';
import { sendAs } from '../../lib/send.ts';
import type { MonitorAccount } from './account.ts';
import { MonitorFrame, type PlainColumn, PlainTable } from './monitor-frame.tsx';
import { plain, times } from './plain-columns.ts';
import { usePolled } from './use-polled.ts';

/** The server asks that service once a minute at most. */
const POLL_MS = 60_000;

type Rows<C extends typeof getGeoAuth | typeof getGeoRules | typeof getGeoDevices> = Extract<
  ReplyOf<C>,
  readonly unknown[]
>;

/** What failed is thrown by `sendAs`. */
const rowsOf = <T extends readonly unknown[]>(reply: T | { hasError: 1 }): T => {
  if ('hasError' in reply) throw new Error(t('The server answered something unreadable'));
  return reply;
};

const askAll = async (account: MonitorAccount, signal: AbortSignal) => {
  const [auth, rules, devices] = await Promise.all([
    sendAs(account, getGeoAuth, {}, signal),
    sendAs(account, getGeoRules, {}, signal),
    sendAs(account, getGeoDevices, {}, signal),
  ]);
  return {
    auth: rowsOf<Rows<typeof getGeoAuth>>(auth),
    rules: rowsOf<Rows<typeof getGeoRules>>(rules),
    devices: rowsOf<Rows<typeof getGeoDevices>>(devices),
  };
};

const authColumns: PlainColumn<GeoAuth>[] = [
  ...plain<GeoAuth>('userName', 'sessionId', 'database', 'path'),
  ...times<GeoAuth>('updatetime'),
];
const ruleColumns: PlainColumn<GeoRule>[] = [
  ...plain<GeoRule>('userName', 'id', 'name'),
  ...times<GeoRule>('updatetime'),
];
const deviceColumns: PlainColumn<GeoDevice>[] = [
  ...plain<GeoDevice>('userName', 'id', 'serialNumber', 'name'),
  ...times<GeoDevice>('updatetime'),
];

const idOf = ({ userName, id }: { userName: string; id: string }): string => `${userName} ${id}`;

export const GeoArrayPage = (): ReactElement => {
  const { polled, ...rest } = usePolled(POLL_MS, askAll);
  return (
    <MonitorFrame title={t('Geo accounts')} {...rest}>
      <PlainTable
        label={t('Geo authorisation')}
        columns={authColumns}
        rows={polled?.auth ?? []}
        rowId={({ userName, database }) => `${userName} ${database}`}
      />
      <PlainTable label={t('Geo rules')} columns={ruleColumns} rows={polled?.rules ?? []} rowId={idOf} />
      <PlainTable label={t('Geo devices')} columns={deviceColumns} rows={polled?.devices ?? []} rowId={idOf} />
    </MonitorFrame>
  );
};
