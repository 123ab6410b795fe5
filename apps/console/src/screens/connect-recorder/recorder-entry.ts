// Which of the server's addresses and ports an installer types into a recorder. Pure.
import type { ConnectRecorder } from '@outrider/contract';

type Port = ConnectRecorder['ports'][number];

export type ToEnter = { addresses: readonly string[]; port: number | undefined; transports: string };

/** The address a recorder can reach: the configured one, else those of the network; the machine's own only if nothing else. */
export const addressesToEnter = (addresses: ConnectRecorder['addresses']): readonly string[] => {
  for (const kind of ['configured', 'network', 'local'] as const) {
    const found = addresses.filter((a) => a.kind === kind).map((a) => a.address);
    if (found.length > 0) return found;
  }
  return [];
};

export const transportText = (transports: Port['transports']): string => transports.join(' + ').toUpperCase();

/** What is typed into a recorder: the address and the port of the JT/T 808 link. */
export const toEnter = ({ addresses, ports }: Pick<ConnectRecorder, 'addresses' | 'ports'>): ToEnter => {
  const link = ports.find((port) => port.name === 'jt808') ?? ports.find((port) => port.purpose.includes('808'));
  return {
    addresses: addressesToEnter(addresses),
    port: link?.port,
    transports: link === undefined ? '' : transportText(link.transports),
  };
};

/** '6078', '6100–6119'. */
export const portText = ({ port, last }: Port): string => (last === undefined ? String(port) : `${port}–${last}`);

/** It listens, or will when it is needed. */
export const isFine = ({ state }: Port): boolean => state === 'listening' || state === 'opened for each talk';

/** Hex in pairs and the readable characters beside it: '47 45 54  GET'. */
export const bytesText = (hex: string): string => {
  const pairs = hex.match(/../g) ?? [];
  const readable = pairs.map((pair) => {
    const code = Number.parseInt(pair, 16);
    return code >= 32 && code < 127 ? String.fromCodePoint(code) : '·';
  });
  return `${pairs.join(' ')}  ${readable.join('')}`;
};

/** What a recorder says of its hardware, in one line; a dash where it says nothing. */
export const hardwareText = ({ maker, model, hardware }: { maker: string; model: string; hardware: string }): string =>
  [maker, model, hardware].map((text) => (text === '' ? '–' : text)).join(' · ');
