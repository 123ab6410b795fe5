// Where the console is after a restart by the ports that are saved. Pure.
type Saved = { readonly http: number; readonly https: number; readonly sslonly: boolean };
type Page = Pick<Location, 'protocol' | 'hostname' | 'port'>;

const origin = (scheme: 'http' | 'https', hostname: string, port: number): string =>
  new URL(`${scheme}://${hostname}:${port}`).origin;

/**
 * Where a page stays by https while there is a port for it. Undefined where nobody can say: behind a proxy, which has ports of its own, and
 * for a port that is yet to be found.
 */
export const originAfter = (
  { protocol, hostname, port }: Page,
  { http, https, sslonly }: Saved,
): string | undefined => {
  const secure = protocol === 'https:';
  if (port === '' || http === 0) return undefined;
  if (https !== 0 && (sslonly || secure)) return origin('https', hostname, https);
  return origin(secure ? 'https' : 'http', hostname, http);
};
