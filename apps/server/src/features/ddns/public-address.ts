// Under which address the network sees this machine.
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPrivateAddress, type SendingOut, sendOut } from '../../kernel/web/outgoing-request.ts';

/** An address in the text of a page that says it, as `<body>Current IP Address: 198.51.100.7</body>`. */
const addressIn = (text: string): string =>
  text.match(/\d{1,3}(?:\.\d{1,3}){3}/g)?.find((each) => isIP(each) === 4) ?? '';

const ofInterface = (): string =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family, address }) => !internal && family === 'IPv4' && !isPrivateAddress(address))?.address ??
  '';

/**
 * What `service` says (an address that answers with the address it is asked from), without one that of an interface of this machine; ''
 * where none is public. Rejects when the service does not answer.
 */
export const publicAddress = async (service: string, around: SendingOut): Promise<string> => {
  if (service === '') return ofInterface();
  const { text } = await sendOut({ method: 'GET', url: service, headers: {}, body: '' }, around);
  const found = addressIn(text);
  if (found === '') throw new Error('The service of addresses answered without an address.');
  return found;
};
