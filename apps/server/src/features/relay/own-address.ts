// Whether an address is this server's own: what is relayed to it would come back for ever.
import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');
const isLoopback = (address: string): boolean =>
  address.startsWith('127.') || address === '::1' || address === '0.0.0.0' || address === '::';

/** A name, and the addresses it leads to. */
const addressesOf = async (name: string): Promise<string[]> => {
  if (name === '') return [];
  const found = await lookup(name, { all: true }).catch(() => []);
  return [name, ...found.map(({ address }) => plain(address))];
};

/** True for any address of this machine, and for those that `named` (what the server calls itself) leads to. */
export const isOwnAddress = async (host: string, named: readonly string[]): Promise<boolean> => {
  const asked = await addressesOf(host);
  const own = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
  const called = (await Promise.all(named.map(addressesOf))).flat();
  return asked.some((address) => isLoopback(address) || own.includes(address) || called.includes(address));
};
