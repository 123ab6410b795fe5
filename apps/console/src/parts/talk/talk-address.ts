// Where a talk is opened: the stream port first, then the page's own port. Pure.
import { ALL_DEVICES } from '@outrider/contract';
import type { StreamPlace } from '../../player/stream-address.ts';

/** Whom to talk with: one device both ways, or one way to all devices or to those named. */
export type TalkTarget =
  | { readonly kind: 'talk'; readonly deviceId: string }
  | { readonly kind: 'broadcast'; readonly deviceIds: readonly string[] | 'all' };

/** What the contract lets `deviceid` of a talk be long. */
export const MAX_NAMED_CHARS = 15_000;

/** The value of `deviceid`. */
const talkDeviceId = (target: TalkTarget): string => {
  if (target.kind === 'talk') return target.deviceId;
  return target.deviceIds === 'all' ? ALL_DEVICES : target.deviceIds.join(',');
};

/** Addresses of `ws.cgi`, best first. */
export const talkAddresses = (
  { secure, host, hostname, streamPort }: StreamPlace,
  target: TalkTarget,
): readonly string[] => {
  const scheme = secure ? 'wss' : 'ws';
  const ids = encodeURIComponent(talkDeviceId(target)).replaceAll('%2C', ',');
  const query = `ws.cgi?type=talk&deviceid=${ids}&mode=${target.kind}`;
  const own = `${scheme}://${host}/${query}`;
  const direct = streamPort === undefined ? own : `${scheme}://${hostname}:${streamPort}/${query}`;
  return direct === own ? [own] : [direct, own];
};
