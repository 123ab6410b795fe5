// From where a device's media, talk and files may come, and which of two connections is believed. Media packets name a number and
// nothing that proves it, so the address decides as far as it can. Why so: docs/design/0036.
import { addressBlock } from '../kernel/web/address-block.ts';

/**
 * link: only from the address of the device's JT/T 808 link. asked: also from the first other address that answers a request, since
 * mobile networks may give media another one. any: the newest connection counts, from wherever it comes.
 */
export type MediaSource = 'asked' | 'link' | 'any';

/** What is known of the device when something comes for it. */
export type Whereabouts = {
  linkAddress: string;
  /** Where it was taken from so far; null: nothing came yet. */
  boundAddress: string | null;
};

/** May this address bring what the device was asked for? Which of two connections goes first is `mayCarry`. */
export const isFromDevice = (source: MediaSource, known: Whereabouts, address: string): boolean => {
  if (source === 'any') return true;
  const block = addressBlock(address);
  if (block === addressBlock(known.linkAddress)) return true;
  if (source === 'link') return false;
  return known.boundAddress === null || block === addressBlock(known.boundAddress);
};

/** 2: the address of the link. 1: its neighbour, as another address of the same carrier often is. 0: elsewhere. */
export const nearness = (linkAddress: string, address: string): 0 | 1 | 2 => {
  if (addressBlock(linkAddress) === addressBlock(address)) return 2;
  return neighbourhood(linkAddress) === neighbourhood(address) ? 1 : 0;
};

/** The /24 of IPv4, the /48 of IPv6. */
const neighbourhood = (address: string): string =>
  address.includes(':')
    ? addressBlock(address).split(':').slice(0, 3).join(':')
    : address.slice(0, Math.max(0, address.lastIndexOf('.')));

/** A connection, or the sender of datagrams. Times of the monotonic clock. */
export type Bearer = { readonly address: string; readonly transport: 'tcp' | 'udp'; readonly openedMs: number };

export type Claim = {
  source: MediaSource;
  linkAddress: string;
  /** When the device was last asked for it. */
  orderedMs: number;
  /** Who carries it now, and when it last brought something. */
  current: Bearer | null;
  lastMs: number;
  nowMs: number;
};

/** A connection that brought nothing for so long may be replaced by another one from the same address. */
export const REPLACED_AFTER_MS = 2_000;

/**
 * yes: it carries from now on. wait: it comes from the right address, but another one carries; when that falls silent it may. no: it
 * comes from elsewhere.
 */
export type Verdict = 'yes' | 'wait' | 'no';

export const mayCarry = (
  { source, linkAddress, orderedMs, current, lastMs, nowMs }: Claim,
  newcomer: Bearer,
): Verdict => {
  if (source === 'any') return 'yes';
  const near = nearness(linkAddress, newcomer.address);
  const boundAddress = current?.address ?? null;
  const isAllowed = isFromDevice(source, { linkAddress, boundAddress }, newcomer.address);
  if (current === null) return isAllowed ? 'yes' : 'no';
  const isCloser = near > nearness(linkAddress, current.address) && (source === 'asked' || near === 2);
  if (!isAllowed && !isCloser) return 'no';
  // The source of a datagram is easily forged, that of a TCP connection is not.
  if (newcomer.transport !== current.transport) return newcomer.transport === 'tcp' ? 'yes' : 'no';
  if (isCloser) return 'yes';
  if (addressBlock(newcomer.address) !== addressBlock(current.address)) return 'no';
  const isAnswer = current.openedMs < orderedMs && newcomer.openedMs >= orderedMs;
  return isAnswer || nowMs - lastMs >= REPLACED_AFTER_MS ? 'yes' : 'wait';
};
