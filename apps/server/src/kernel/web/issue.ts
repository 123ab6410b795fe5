// The port by which a certificate is had of an authority.
import type { TlsFiles } from './tls.ts';

type Asked = {
  domains: readonly string[];
  email: string;
  /** Of the account with the authority; '' makes one. */
  accountKey: string;
  /** Told the key of an account before that is made: authorities make few of them for one address, so that one must outlast what fails. */
  keepAccount: (accountKey: string) => Promise<void>;
  answers: Map<string, string>;
};

/** Gets a certificate; `answers` are the answers to the authority's questions by their token. Rejects with its words. */
export type Issue = (asked: Asked) => Promise<TlsFiles>;
