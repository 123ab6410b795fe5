// Where the page's sockets go, as far as the server has to be asked for it. Which places follow from the answers: addresses.ts.
import { getProtocol } from '@outrider/contract';
import { COMMAND_PORT_DEFAULT, readPreference } from '../lib/preferences.ts';
import { send } from '../lib/send.ts';
import { channelAddresses, eventAddresses } from './addresses.ts';
import { streamPortOf } from './stream-info.ts';

/** Of the main channel. */
export const askChannelAddresses = async (): Promise<readonly string[]> => {
  const { protocol, host, hostname } = globalThis.location;
  const serverHost = readPreference('ServerIp') || hostname;
  const own = serverHost === hostname;
  let commandPort = Number(readPreference('ServerPort') || COMMAND_PORT_DEFAULT);
  if (own) {
    try {
      commandPort = (await send(getProtocol, {})).appcommand;
    } catch {
      // An older or busy server: the remembered port, or the standard one, is still worth trying.
    }
  }
  return channelAddresses({ page: { secure: protocol === 'https:', host }, serverHost, commandPort, own });
};

/** Of the event socket. The stream port is asked for once: it does not change while a server runs, and the own port is there in any case. */
export class EventPlaces {
  #streamPort: number | undefined;

  async ask(): Promise<readonly string[]> {
    const { protocol, host, hostname } = globalThis.location;
    try {
      this.#streamPort ??= streamPortOf(await send(getProtocol, {}));
    } catch {
      // Asked again with the next attempt.
    }
    return eventAddresses({ page: { secure: protocol === 'https:', host, hostname }, streamPort: this.#streamPort });
  }
}
