// Plans of who is told of events, for one kind of alarm, and a device that raises it.
import { type TestContext } from 'node:test';
import { t0200LocationReport } from '@outrider/jt808';
import { type ManualClock } from '../../apps/server/src/kernel/manual-clock.ts';
import { afterwards } from './cleanup.ts';
import { Device, locationAt } from './device.ts';
import { Channel } from './operator.ts';
import { restarted } from './restarted.ts';
import { HOST } from './server.ts';

export const PUSH = '/gkevent/pusheventplan';
export const REALTIME = '/gkevent/realtimeeventplan';
export const DOWNLOAD = '/gkevent/eventdownloadplan';
export const CODE = 19;
const SOS_BIT = 1;
export const ID = '13800000871';
export const everybody = { deviceid: 'GLOBAL', groupid: 'root', appdevid: CODE, updateMode: 'GLOBAL' };
export const own = { ...everybody, deviceid: ID, updateMode: 'DEVICE' };
export const ofGroup = (groupid: number) => ({ ...everybody, groupid: String(groupid), updateMode: 'GROUP' });
export const ALLOWED = { OUTRIDER_OUTGOING_HOSTS: HOST };

export type Started = Awaited<ReturnType<Awaited<ReturnType<typeof restarted>>['start']>>;

export const scriptFor = (origin: string, path = '/alarm'): string =>
  `POST ${origin}${path}?event={eventname}\nContent-Type: application/json\nAuthorization: Bearer abc\n\n{"device":"{deviceid}","code":{eventcode},"who":"{vehicleid}","at":"{eventtime}"}`;
export const pushOf = (target: object, script: string, enable = 1) => ({
  pushEventPlan: { ...target, enable, name: 'Hook', script },
});
export const people = { call_en: 0, call_time: 30, email_en: 0, receivers: '', sms_en: 0 };
export const tell = (target: object, plan: object) => ({ realtimeEventPlan: { ...target, ...people, ...plan } });

export const downloads = (target: object, downloadtype: number) => ({
  eventDownloadPlan: {
    ...target,
    downloadtype,
    downloadplan: 1,
    streamtype: 0,
    preoffset: null,
    postoffset: null,
    entimepart: 0,
    timepart: '',
    intermission: 0,
    enupload: 0,
    upload: '',
    custompath: 0,
    accoffonly: 0,
    maxbackupsecs: 0,
    snapshotmode: 0,
    mediatype: '1',
  },
});

/** Registers the device, and gives what makes it raise the alarm once more. */
export const withDevice = async (t: TestContext, server: Started, clock?: ManualClock) => {
  const operator = await Channel.signedIn(server);
  await operator.get('D01', { I: ID, C: 1 });
  operator.close();
  const waiting = clock && { between: () => clock.advance(10) };
  const device = await Device.online(server.ports.jt808, { phone: ID, ...(waiting && { waiting }) });
  afterwards(t, () => device.close());
  let atMs = Date.now() - 60_000;
  return {
    device,
    raise: async () => {
      await device.ask(t0200LocationReport, locationAt((atMs += 1000), { alarm: SOS_BIT }));
      await device.ask(t0200LocationReport, locationAt((atMs += 1000), { alarm: 0 }));
    },
  };
};
export const switchOn = (server: Started, secret = '') =>
  server.save('/gkserver/cloud', { enable: 1, port: 80, secret });
export const planOf = (server: Started, body: unknown) => server.ask('POST', PUSH, body);

/** Mail goes to a server on this port from now on. */
export const mailBy = (server: Started, port: number) => {
  const mail = {
    server: HOST,
    port,
    security: '2',
    auth: '1',
    user: '',
    pass: '',
    from: 'fleet@example.org',
    name: '',
  };
  return server.save('/gkserver/smtp', { mail });
};
/** Text messages go to this service from now on. */
export const textsBy = (server: Started, baseurl: string) =>
  server.save('/gkserver/sms', { provider: 'infobip', config: { enable: 1, baseurl, apikey: 'k-1' } });
