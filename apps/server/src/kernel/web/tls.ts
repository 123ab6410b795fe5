// How our servers speak TLS: which versions and ciphers, and how a certificate is changed while they run.
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';

/** PEM texts. */
export type TlsFiles = { key: string; cert: string };

/** All of TLS 1.3, and of 1.2 what encrypts and authenticates in one and forgets its keys. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

export const tlsOptions = (files: TlsFiles) => ({ ...files, minVersion: 'TLSv1.2' as const, ciphers: CIPHERS });

/** Connections from now on meet this certificate; those that are open keep theirs. Throws where the two are no pair. */
export const useCertificate = (server: Server, files: TlsFiles): void => {
  if (server instanceof TlsServer) server.setSecureContext(tlsOptions(files));
};
