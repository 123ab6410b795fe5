// What is wrong with the address of an online tile server, in words, and whose server it is. Pure; the server checks it again.
import { t } from '../../lib/i18n.ts';

const parsed = (address: string): URL | undefined => {
  const plain = address.replaceAll(/[{}]/g, '');
  return URL.canParse(plain) ? new URL(plain) : undefined;
};

/** The server's name, '' while the address has none. */
export const hostOf = (address: string): string => parsed(address)?.hostname ?? '';

/** Undefined when the address can be used. */
export const tilesProblem = (address: string): string | undefined => {
  const protocol = parsed(address)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') return t('An address begins with https:// or http://.');
  const missing = ['{z}', '{x}', '{y}'].filter((part) => !address.includes(part));
  return missing.length === 0 ? undefined : t('The address needs {parts}.', { parts: missing.join(' ') });
};
