// Where the page's sockets go, as far as the server has to be asked for it. Which places follow from the answers: addresses.ts.
import { getProtocol } from '@outrider/contract';
import type { ReplyOf } from '@outrider/contract';
import { COMMAND_PORT_DEFAULT, readPreference } from '../lib/preferences.ts';
import { send } from '../lib/send.ts';
import { systemClock } from '../lib/time.ts';
import { channelAddresses, eventAddresses } from './addresses.ts';
import { streamPortOf } from './stream-info.ts';

/** As long as an answer that was asked for early is taken for the present one. */
const EARLY_MS = 5000;

let early: { readonly ports: Promise<ReplyOf<typeof getProtocol>>; readonly askedMs: number } | undefined;

/** Asks while it is not known yet who signs in: over a slow or long line a round trip less until the first list. */
export const askPortsEarly = (): void => {
  const ports = send(getProtocol, {});
  ports.catch(() => undefined); // who needs them hears of it
  early = { ports, askedMs: systemClock.now() };
};

/** Each connection asks again; the first takes what was asked early. */
const askPorts = (): Promise<ReplyOf<typeof getProtocol>> => {
  const { ports, askedMs } = early ?? {};
  early = undefined;
  const fresh = askedMs !== undefined && Math.abs(systemClock.now() - askedMs) <= EARLY_MS;
  return ports !== undefined && fresh ? ports : send(getProtocol, {});
};

/** The command port of this page's server as it said last. */
let ownPort: number | undefined;

/** Of the main channel. */
export const askChannelAddresses = async (): Promise<readonly string[]> => {
  const { protocol, host, hostname } = globalThis.location;
  const serverHost = readPreference('ServerIp') || hostname;
  const own = serverHost === hostname;
  let commandPort = Number(readPreference('ServerPort') || COMMAND_PORT_DEFAULT);
  if (own) {
    try {
      ownPort = (await askPorts()).appcommand;
    } catch {
      // An older or busy server: the remembered port, or the standard one, is still worth trying.
    }
    commandPort = ownPort ?? commandPort;
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
