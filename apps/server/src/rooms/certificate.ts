// Takes up a certificate that was renewed while the server runs: our own before it ends or when an address is new, the operator's when
// its files change, or another one is saved. Where it comes from is features/certificate/.
import type { CertificateFeature } from '../features/certificate/index.ts';
import { InTurn } from '../kernel/work/in-turn.ts';
import type { TlsFiles } from '../kernel/web/tls.ts';
import type { Web } from '../web.ts';
import type { RoomKit } from './kit.ts';

const LOOK_MS = 6 * 3_600_000;

/** `first` is the one in use; null: there is no TLS. */
export const keepCertificate = (
  { room, house }: RoomKit,
  web: Pick<Web, 'useCertificate'>,
  first: TlsFiles | null,
  { find, hear }: Pick<CertificateFeature, 'find' | 'hear'>,
): void => {
  if (first === null) return;
  const { clock, log } = room('web');
  let used = first;
  const look = async (): Promise<void> => {
    const found = await find();
    if (found.cert === used.cert && found.key === used.key) return;
    web.useCertificate(found);
    used = found;
    log.info('certificate renewed');
  };
  const work = new InTurn();
  const lookSoon = (): void =>
    void work.attempt(look, (err) => log.warn('certificate not renewed, tried again later', { err }));
  const looking = clock.every(LOOK_MS, lookSoon);
  const deaf = hear(lookSoon);
  house.open({
    close() {
      deaf();
      looking.cancel();
      return work.idle();
    },
  });
};
