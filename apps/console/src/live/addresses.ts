// Where the main channel is reached: the command port first, then the page's own port. Pure.

export type ChannelPlace = {
  /** The page's own protocol, host and host:port. */
  page: { secure: boolean; host: string };
  /** Host without port. */
  serverHost: string;
  commandPort: number;
  /** The server is the one the page came from, so its main port answers /command as well. */
  own: boolean;
};

/** An IPv6 address goes into brackets unless it has them. */
const bracketed = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

/** The addresses to try, best first. On https the command port is tried as wss. */
export const channelAddresses = ({ page, serverHost, commandPort, own }: ChannelPlace): readonly string[] => {
  const scheme = page.secure ? 'wss' : 'ws';
  const direct = `${scheme}://${bracketed(serverHost)}:${commandPort}/`;
  return own ? [direct, `${scheme}://${page.host}/command`] : [direct];
};
