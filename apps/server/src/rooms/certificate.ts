// Takes up a certificate that was renewed while the server runs: our own before it ends or when an address is new, the operator's when
// its files change. Where it comes from is app.ts.
import type { TlsFiles } from '../kernel/web/tls.ts';
import type { Web } from '../web.ts';
import type { RoomKit } from './kit.ts';

const LOOK_MS = 6 * 3_600_000;

/** `first` is the one in use; null: there is no TLS. `find` may make it, and rejects while its files cannot be used. */
export const keepCertificate = (
  { room, house }: RoomKit,
  web: Pick<Web, 'useCertificate'>,
  first: TlsFiles | null,
  find: () => Promise<TlsFiles | null>,
): void => {
  if (first === null) return;
  const { clock, log } = room('web');
  let used = first;
  const look = async (): Promise<void> => {
    const found = await find();
    if (found === null || (found.cert === used.cert && found.key === used.key)) return;
    web.useCertificate(found);
    used = found;
    log.info('certificate renewed');
  };
  const looking = clock.every(LOOK_MS, () => {
    look().catch((err: unknown) => log.warn('certificate not renewed, tried again later', { err }));
  });
  house.open({ close: () => looking.cancel() });
};
