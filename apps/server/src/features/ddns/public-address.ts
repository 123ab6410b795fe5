// Under which address the network sees this machine.
import { networkInterfaces } from 'node:os';
import { BlockList, isIP } from 'node:net';
import { boundedText } from './bounded-text.ts';

const TIMEOUT_MS = 10_000;
const MOST_ANSWER = 1000;

const notPublic = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits);

/** An address in the text of a page that says it, as `<body>Current IP Address: 198.51.100.7</body>`. */
const addressIn = (text: string): string =>
  text.match(/\d{1,3}(?:\.\d{1,3}){3}/g)?.find((each) => isIP(each) === 4) ?? '';

const ofInterface = (): string =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family, address }) => !internal && family === 'IPv4' && !notPublic.check(address))?.address ??
  '';

/**
 * What `service` says (an address that answers with the address it is asked from), without one that of an interface of this machine; ''
 * where none is public. Rejects when the service does not answer.
 */
export const publicAddress = async (service: string): Promise<string> => {
  if (service === '') return ofInterface();
  const response = await fetch(service, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const found = addressIn(await boundedText(response, MOST_ANSWER));
  if (found === '') throw new Error('The service of addresses answered without an address.');
  return found;
};
