// The port by which a certificate is had of an authority.
import type { TlsFiles } from './tls.ts';

type Asked = { domains: readonly string[]; email: string; accountKey: string; answers: Map<string, string> };

/** Gets a certificate; `answers` are the answers to the authority's questions by their token. Rejects with its words. */
export type Issue = (asked: Asked) => Promise<TlsFiles & { accountKey: string }>;
