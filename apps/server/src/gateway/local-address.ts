// Addresses of this machine: which one a device at a given address can reach, and which are private.
import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

const privateRanges = new BlockList();
privateRanges.addSubnet('10.0.0.0', 8);
privateRanges.addSubnet('172.16.0.0', 12);
privateRanges.addSubnet('192.168.0.0', 16);
privateRanges.addSubnet('127.0.0.0', 8);
privateRanges.addSubnet('169.254.0.0', 16);
privateRanges.addSubnet('100.64.0.0', 10); // carrier-grade NAT

/** True for IPv4 addresses that are not reachable from the Internet, and for anything that is not IPv4. */
export const isPrivateAddress = (address: string): boolean => !isIPv4(address) || privateRanges.check(address);

/** The IPv4 address of this machine in the network of `remote`, else its first one that is not loopback; '' without any. */
export const localAddressFor = (remote: string): string => {
  const own = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each !== undefined)
    .filter((each) => each.family === 'IPv4');
  const near = own.find(({ address, netmask }) => {
    const network = new BlockList();
    network.addSubnet(address, prefixOf(netmask));
    return isIPv4(remote) && network.check(remote);
  });
  return (near ?? own.find((each) => !each.internal))?.address ?? '';
};

const prefixOf = (netmask: string): number =>
  netmask.split('.').reduce((bits, part) => bits + Number(part).toString(2).replaceAll('0', '').length, 0);
