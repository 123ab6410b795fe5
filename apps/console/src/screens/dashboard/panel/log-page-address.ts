// Where the page of a device's log is: on the stream port, and on the page's own where no other is known. Pure; no name and no hash stand
// in it.
import type { LogPageType } from '@outrider/contract';
import type { StreamPlace } from '../../../player/stream-address.ts';

type LogPage = { type: LogPageType; deviceid: string; timezone: number; lang: string };

export const logPageAddress = (
  { secure, host, hostname, streamPort }: StreamPlace,
  { type, deviceid, timezone, lang }: LogPage,
): string => {
  const query = new URLSearchParams({ type, deviceid, timezone: String(timezone), lang });
  const at = streamPort === undefined ? host : `${hostname}:${streamPort}`;
  return `${secure ? 'https' : 'http'}://${at}/web.cgi?${query.toString()}`;
};
