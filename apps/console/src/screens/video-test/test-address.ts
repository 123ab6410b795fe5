// What the fields of the video test mean: which of them are wrong, and the address they make. Pure.
import { deviceId } from '@outrider/contract';

export type TestDraft = {
  /** Host and port, or the whole address of a stream. */
  readonly server: string;
  readonly device: string;
  readonly channel: string;
  readonly badge: string;
};
export type TestProblem = 'server' | 'device' | 'channel';

const hostAndPort = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i;
const MAX_CHANNEL = 64;

/** Where a whole address stands in place of host and port. */
const wholeOf = (server: string): URL | undefined => {
  const url = /^wss?:/i.test(server) && URL.canParse(server) ? new URL(server) : undefined;
  return url?.pathname.endsWith('/ws.cgi') === true ? url : undefined;
};

/** What an address that was put in says of the other fields. */
export const saidBy = (server: string): Partial<TestDraft> => {
  const said = wholeOf(server)?.searchParams;
  const device = said?.get('deviceid') ?? undefined;
  const channel = said?.get('channel') ?? said?.get('streamid') ?? undefined;
  return { server, ...(device === undefined ? {} : { device }), ...(channel === undefined ? {} : { channel }) };
};

/** The fields that need another value. '*' is the server's own choice: there the channel is the number of the stream. */
export const problemsOf = ({ server, device, channel }: TestDraft): ReadonlySet<TestProblem> => {
  const problems = new Set<TestProblem>();
  if (!hostAndPort.test(server) && wholeOf(server) === undefined) problems.add('server');
  if (device !== '*' && !deviceId.safeParse(device).success) problems.add('device');
  if (!/^\d{1,2}$/.test(channel) || Number(channel) < 1 || Number(channel) > MAX_CHANNEL) problems.add('channel');
  return problems;
};

/** The stream socket that the fields name. Of a whole address the rest stays as it is, an account in it too. */
export const addressOf = ({ server, device, channel }: TestDraft, secure: boolean): string => {
  const number = device === '*' ? 'streamid' : 'channel';
  const whole = wholeOf(server);
  if (whole !== undefined) {
    for (const said of ['channel', 'streamid', 'stream']) whole.searchParams.delete(said);
    whole.searchParams.set('deviceid', device);
    whole.searchParams.set(number, String(Number(channel)));
    return whole.href;
  }
  return `${secure ? 'wss' : 'ws'}://${server}/ws.cgi?deviceid=${encodeURIComponent(device)}&${number}=${Number(channel)}&delay=40`;
};
