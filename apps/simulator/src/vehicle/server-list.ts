// Which servers a recorder dials, in their order (parameters 0x0013, 0x0017 to 0x0019). Pure; who dials is platform-session.ts.
import type { Address } from '../link/wire.ts';
import type { ResolvedOptions } from './options.ts';
import type { ParameterStore } from './parameter-store.ts';
import { PARAMETER } from './parameter-table.ts';

const SERVER_IDS = [PARAMETER.mainServer, PARAMETER.backupServer, PARAMETER.tcpPort, PARAMETER.udpPort];

/**
 * The main server, then the backup. From 2019 the parameters hold `host:port`, several with ';' between; before the port is that of
 * 0x0018 or 0x0019 for both. What the options say counts until the platform changed one of them.
 */
export const serversOf = (parameters: ParameterStore, options: ResolvedOptions): Address[] => {
  const { host, port, transport } = options;
  const own = { host, port, transport };
  if (!SERVER_IDS.some((id) => parameters.changed(id))) return [own];
  const commonPort = parameters.number(transport === 'tcp' ? PARAMETER.tcpPort : PARAMETER.udpPort, port);
  const texts = [PARAMETER.mainServer, PARAMETER.backupServer].flatMap((id) => parameters.text(id).split(';'));
  const servers = texts.map((text) => addressOf(text.trim(), commonPort, transport));
  const dialable = servers.filter((server) => server !== null);
  return dialable.length > 0 ? dialable : [own];
};

/** Null for an empty text or a port that is none. */
export const addressOf = (text: string, commonPort: number, transport: Address['transport']): Address | null => {
  const [, host = '', portText] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const port = portText === undefined ? commonPort : Number(portText);
  return host === '' || port < 1 || port > 65_535 ? null : { host, port, transport };
};
