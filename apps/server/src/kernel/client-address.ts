// Who is really calling when reverse proxies stand between: the last address that no trusted proxy vouches for.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

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

/** Gives the function that finds the client's address; X-Forwarded-For counts only as far as trusted proxies wrote it. */
export const createAddressFinder = (trusted: readonly string[]): ((request: IncomingMessage) => string) => {
  const proxies = toBlockList(trusted);
  return (request) => {
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    let address = plain(request.socket.remoteAddress ?? '');
    for (const said of forwarded.map((entry) => plain(entry.trim())).toReversed()) {
      if (isIP(said) === 0 || isIP(address) === 0 || !proxies.check(address, family(address))) break;
      address = said;
    }
    return address;
  };
};
