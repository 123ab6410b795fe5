// A request of ours to somebody else's server, at an address that people chose: never to a private address by accident, also where a name
// leads there, never further where it is redirected, bounded in time and in what is read of the answer.
import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Clock } from '../clock.ts';
import { AppError, errorText } from '../errors.ts';

export type OutgoingRequest = { method: string; url: string; headers: Record<string, string>; body: string };
/** `isCut`: there was more than is read of an answer. */
export type OutgoingAnswer = { status: number; text: string; isCut: boolean };
/** Whether this server may be asked although its address is a private one. */
export type MayBePrivate = (host: string) => boolean;

const ANSWER_MS = 15_000;
const MAX_ANSWER_BYTES = 16 * 1024;
const PRIVATE_REFUSAL = 'This is a private address, which the configuration does not allow (outgoingHosts).';

const v4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
];
const v6: readonly [string, number][] = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];
const privateOnes = new BlockList();
for (const [net, bits] of v4) privateOnes.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of v6) privateOnes.addSubnet(net, bits, 'ipv6');

/** Loopback, link-local, networks of houses and companies; also what carries an IPv4 address within one of IPv6. */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) !== 0 && privateOnes.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const bareHost = (url: URL): string => url.hostname.replaceAll(/^\[|\]$/g, '');

/** Why nothing may be sent to this address, as far as it says so itself; undefined where nothing is against it. */
export const refusalOfAddress = (address: string, may: MayBePrivate): string | undefined => {
  const host = bareHost(new URL(address));
  const isOurs = isPrivateAddress(host) || /(^|\.)(localhost|local|internal)\.?$/i.test(host);
  return isOurs && !may(host) ? PRIVATE_REFUSAL : undefined;
};

/** Of a name, what it leads to now is looked at, and that very address is connected to. */
const guardedLookup =
  (may: MayBePrivate): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      if (!may(host) && found.some(({ address }) => isPrivateAddress(address)))
        return done(new AppError('forbidden', PRIVATE_REFUSAL), []);
      const [first] = found;
      return options.all === true ? done(null, found) : done(null, first?.address ?? '', first?.family);
    });
  };

const readSome = async (response: IncomingMessage, most: number): Promise<Omit<OutgoingAnswer, 'status'>> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    const piece = Buffer.from(part);
    parts.push(piece);
    bytes += piece.byteLength;
    if (bytes > most) break; // ends the connection
  }
  return { text: Buffer.concat(parts).subarray(0, most).toString(), isCut: bytes > most };
};

/** `maxBytes`: what is read of the answer at most. */
export type SendingOut = { clock: Clock; may: MayBePrivate; signal: AbortSignal; maxBytes?: number };

/** Rejects with AppError: `forbidden` for a private address, `unavailable` where nothing came back. Any status is an answer. */
export const sendOut = async (
  asked: OutgoingRequest,
  { clock, may, signal, maxBytes = MAX_ANSWER_BYTES }: SendingOut,
): Promise<OutgoingAnswer> => {
  const url = new URL(asked.url);
  const refusal = refusalOfAddress(asked.url, may);
  if (refusal !== undefined) throw new AppError('forbidden', refusal);
  const late = new AbortController();
  const timer = clock.after(ANSWER_MS, () => late.abort(new Error('it did not answer in time')));
  const ended = AbortSignal.any([signal, late.signal]);
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
  try {
    const body = Buffer.from(asked.body);
    const headers = { ...asked.headers, ...(body.byteLength > 0 && { 'content-length': String(body.byteLength) }) };
    const options = { method: asked.method, headers, lookup: guardedLookup(may), signal: ended, agent: false as const };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = ask(url, options, resolve).on('error', reject);
      // Behind an answer it changes nothing; a server that switches to another protocol is left without one, and without an error.
      request.on('close', () => reject(new Error('it does not answer as a web server'))).end(body);
    });
    return { status: response.statusCode ?? 0, ...(await readSome(response, maxBytes)) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = late.signal.aborted ? late.signal.reason : error;
    throw new AppError('unavailable', `${url.host} cannot be reached: ${errorText(reason)}`, { cause: error });
  } finally {
    timer.cancel();
  }
};
