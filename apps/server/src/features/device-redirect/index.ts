// Sending devices to another server: the rule as an administrator sets it, what is looked at before it is saved, and what became of each device.
import {
  deviceRedirectSetting,
  getRedirectState,
  isRedirected,
  MAX_REDIRECT_ROWS,
  NO_REDIRECT,
  postRedirectCheck,
  type RedirectOutcome,
} from '@outrider/contract';
import type { Bus } from '../../kernel/bus.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { DeviceOrderFeature, StoredOrder } from '../device-order/index.ts';
import { isOwnAddress } from '../relay/index.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { assertAnswers } from './other-server.ts';
import { Redirector, type RedirectorKit, redirectKind } from './redirector.ts';

export type DeviceRedirectKit = Omit<RedirectorKit, 'desk' | 'settings'> & {
  settings: Pick<Settings, 'follow' | 'state' | 'save' | 'get' | 'set'>;
  bus: Bus;
  orders: Pick<DeviceOrderFeature, 'kind'>;
  isOnline: (deviceKey: number) => boolean;
  /** At which recorders reach this server. Asked when a rule is saved. */
  own: () => { port: number; names: readonly string[] };
};

const OWN = 'deviceRedirect.new_server: This is this server.';

/** Those that somebody has to look after come first. */
const rank = ({ state }: StoredOrder): number =>
  state === 'done' ? 2 : state === 'waiting' || state === 'sent' ? 1 : 0;
const rowOf = ({ deviceId, state, outcome, message, endedMs, askedMs }: StoredOrder): RedirectOutcome => ({
  deviceid: deviceId,
  state,
  outcome,
  message,
  time: endedMs ?? askedMs,
});
const countedBy = (orders: readonly StoredOrder[], wanted: number): number =>
  orders.filter((order) => rank(order) === wanted).length;

/** Before orders are resumed: it has a kind of its own. */
export const deviceRedirectFeature = (
  kit: DeviceRedirectKit,
): { calls: CallHandler[]; resume: () => void; close: () => Promise<void> } => {
  const { settings, bus, clock, orders, registered, isOnline, own } = kit;
  const redirector = new Redirector({ ...kit, desk: orders.kind(redirectKind) });
  const check = async ({
    new_server: host,
    new_port: port,
  }: {
    new_server: string;
    new_port: number;
  }): Promise<void> => {
    if (host === '') return;
    const self = own();
    if (port === self.port && (await isOwnAddress(host, self.names))) throw new AppError('invalid', OWN);
    await assertAnswers(clock, host, port);
  };
  const ends = [bus.subscribe('device.enrolled', (device) => redirector.enrolled(device))];
  const calls: CallHandler[] = [
    ...settingCalls(
      settings,
      deviceRedirectSetting,
      () => ({ deviceRedirect: redirector.rule }),
      ({ deviceRedirect }) => check(deviceRedirect),
    ),
    handle(postRedirectCheck, async (_caller, { prefix, ...target }) => {
      await check(target);
      const matching = [...registered()].filter(({ id }) => isRedirected({ prefix }, id));
      return { matching: matching.length, online: matching.filter(({ key }) => isOnline(key)).length };
    }),
    handle(getRedirectState, async () => {
      const found = (await redirector.outcomes()).toSorted((a, b) => rank(a) - rank(b));
      const [failed, waiting, done] = [countedBy(found, 0), countedBy(found, 1), countedBy(found, 2)];
      return { total: found.length, done, waiting, failed, rows: found.slice(0, MAX_REDIRECT_ROWS).map(rowOf) };
    }),
  ];
  return {
    calls,
    resume() {
      let started = false;
      const end = settings.follow(deviceRedirectSetting, (chosen) => {
        const rule = chosen?.deviceRedirect ?? NO_REDIRECT;
        const saved = settings.state(deviceRedirectSetting);
        if (started) redirector.use(rule, saved);
        else redirector.resume(rule, saved);
        started = true;
      });
      ends.push(end);
    },
    async close() {
      for (const end of ends) end();
      await redirector.close();
    },
  };
};
