// Who is really calling when reverse proxies stand between: the last address that no trusted proxy vouches for.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { TLSSocket } from 'node:tls';

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address);

const toBlockList = (trusted: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/', 2);
    if (isIP(address) === 0) continue;
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return list;
};

/** Gives the function that says whether an address is that of a trusted proxy. */
export const createProxyCheck = (trusted: readonly string[]): ((address: string) => boolean) => {
  const proxies = toBlockList(trusted);
  return (address) => isIP(plain(address)) !== 0 && proxies.check(plain(address), family(plain(address)));
};

/** Gives the function that finds the client's address; X-Forwarded-For counts only as far as trusted proxies wrote it. */
export const createAddressFinder = (trusted: readonly string[]): ((request: IncomingMessage) => string) => {
  const isProxy = createProxyCheck(trusted);
  return (request) => {
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = plain(request.socket.remoteAddress ?? '');
    for (const said of forwarded.map((entry) => plain(entry.trim())).toReversed()) {
      if (isIP(said) === 0 || !isProxy(address)) break;
      address = said;
    }
    return address;
  };
};

/** Gives the function that finds the host the browser asked; X-Forwarded-Host counts only where a trusted proxy sent it. */
export const createHostFinder = (trusted: readonly string[]): ((request: IncomingMessage) => string | undefined) => {
  const isProxy = createProxyCheck(trusted);
  return ({ headers, socket }) => {
    const said = [headers['x-forwarded-host'] ?? []].flat().join(',').split(',').at(-1)?.trim();
    return said && isProxy(socket.remoteAddress ?? '') ? said : headers.host;
  };
};

/** Gives the function that says whether a browser asked by https; X-Forwarded-Proto counts only where a trusted proxy sent it. */
export const createSchemeFinder = (trusted: readonly string[]): ((request: IncomingMessage) => boolean) => {
  const isProxy = createProxyCheck(trusted);
  return ({ headers, socket }) => {
    const said = [headers['x-forwarded-proto'] ?? []].flat().join(',').split(',').at(-1)?.trim();
    return said && isProxy(socket.remoteAddress ?? '') ? said === 'https' : socket instanceof TLSSocket;
  };
};

/** The eight groups of an IPv6 address, or null for what is none. */
const groupsOf = (address: string): string[] | null => {
  const [text = ''] = address.split('%', 1); // without the zone of a link-local one
  if (!isIPv6(text)) return null;
  const [head = '', tail] = text.split('::', 2);
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  if (before === undefined || after === undefined) return null;
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after];
};

/**
 * Whom limits by address count as one: an IPv4 address, or the /64 of an IPv6 one, which a single customer has to himself. An
 * IPv4 address in IPv6 form is that address; what is no address counts as itself.
 */
export const addressGroup = (address: string): string => {
  const own = plain(address.toLowerCase());
  const groups = groupsOf(own);
  if (groups === null) return own;
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
};
