// What the fields of the video test mean: which of them are wrong, and the address they make. Pure.
import { deviceId } from '@outrider/contract';

export type TestDraft = {
  readonly server: string;
  readonly device: string;
  readonly channel: string;
  readonly badge: string;
};
export type TestProblem = 'server' | 'device' | 'channel';

const hostAndPort = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i;
const MAX_CHANNEL = 64;

/** The fields that need another value. '*' is the server's own choice: there the channel is the number of the stream. */
export const problemsOf = ({ server, device, channel }: TestDraft): ReadonlySet<TestProblem> => {
  const problems = new Set<TestProblem>();
  if (!hostAndPort.test(server)) problems.add('server');
  if (device !== '*' && !deviceId.safeParse(device).success) problems.add('device');
  if (!/^\d{1,2}$/.test(channel) || Number(channel) < 1 || Number(channel) > MAX_CHANNEL) problems.add('channel');
  return problems;
};

/** The stream socket that the fields name. */
export const addressOf = ({ server, device, channel }: TestDraft, secure: boolean): string => {
  const number = device === '*' ? 'streamid' : 'channel';
  return `${secure ? 'wss' : 'ws'}://${server}/ws.cgi?deviceid=${encodeURIComponent(device)}&${number}=${Number(channel)}&delay=40`;
};
