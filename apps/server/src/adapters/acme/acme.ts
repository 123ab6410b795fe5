// Certificates of an authority that speaks ACME (RFC 8555), by http-01. What is asked for when is features/certificate/.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:https';
import { rootCertificates } from 'node:tls';
import type { Issue } from '../../kernel/web/issue.ts';

const REQUEST_MS = 30_000;
/** Between two looks at an order, and how many. */
const LOOKS = { backoffAttempts: 30, backoffMin: 500, backoffMax: 5000 };

/** Of a request that failed; the ports are those of checks of its own, which we leave out. */
const RETRIES = {
  retryMaxAttempts: 2,
  retryDefaultDelay: 2,
  httpChallengePort: 80,
  httpsChallengePort: 443,
  tlsAlpnChallengePort: 443,
};

/** Rejects with why the directory cannot be reached: the library tries for a minute, and then does not say. */
const assertThere = (directoryUrl: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const asked = get(directoryUrl, { agent, timeout: REQUEST_MS }, (response) => {
      response.resume();
      resolve();
    });
    asked.once('timeout', () => asked.destroy(new Error('The authority does not answer.')));
    asked.once('error', reject);
  });

/** `caFile`: further authorities that the directory is trusted by; '' for none. */
export const acmeIssuer =
  (directoryUrl: string, caFile: string): Issue =>
  async ({ domains, email, accountKey, keepAccount, answers }) => {
    // Loaded when one is asked for: it takes 10 MB.
    const { axios, Client, crypto } = await import('acme-client');
    const ca = caFile === '' ? {} : { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] };
    const httpsAgent = new Agent(ca);
    await assertThere(directoryUrl, httpsAgent);
    Object.assign(axios.defaults, { timeout: REQUEST_MS, httpsAgent, acmeSettings: RETRIES });
    const account = accountKey === '' ? (await crypto.createPrivateEcdsaKey()).toString() : accountKey;
    if (accountKey === '') await keepAccount(account);
    const client = new Client({ directoryUrl, accountKey: account, ...LOOKS });
    const [key, csr] = await crypto.createCsr({ altNames: [...domains] }, await crypto.createPrivateEcdsaKey());
    const cert = await client.auto({
      csr,
      email,
      termsOfServiceAgreed: true,
      skipChallengeVerification: true,
      challengePriority: ['http-01'],
      challengeCreateFn: async (_name, { token }, answer) => void answers.set(token, answer),
      challengeRemoveFn: async (_name, { token }) => void answers.delete(token),
    });
    return { cert, key: key.toString() };
  };
