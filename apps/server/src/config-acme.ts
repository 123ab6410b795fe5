// The keys of the configuration about certificates that an authority issues by itself (ACME).
import { port, text } from './config-values.ts';

export const acmeConfig = {
  acmeDirectory: text(
    'https://acme-v02.api.letsencrypt.org/directory',
    "The directory of the certificate authority (ACME); unless set that of Let's Encrypt.",
    { range: 'an address that begins with https://', pattern: /^https:\/\/[^\s#]{1,300}$/ },
  ),
  acmePort: port(
    80,
    'Where the authority is answered while it asks for a name; it always asks at port 80, which may lead here.',
  ),
  acmeCaFile: text(
    '',
    'File with certificate authorities (PEM) that this directory is trusted by besides those of the system.',
  ),
};
