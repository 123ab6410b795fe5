// Hears of changes that other servers made in a schema: NOTIFY of PostgreSQL, which a trigger of the migrations sends with the transaction.
// Heard on the one connection there is; after it was lost, anything may have changed meanwhile.
import type { Pool, PoolClient } from 'pg';

const RETRY_MS = 500;

export type OtherServers = {
  /** Another number after another server has changed something. */
  version(): number;
  /** From now on a lost connection is made again at once: there is nobody to hear in between. */
  keepListening(): void;
  close(): void;
};

export const hearOtherServers = (pool: Pool, schema: string): OtherServers => {
  let version = 0;
  let keeps = false;
  let retry: NodeJS.Timeout | undefined;
  const listenAgain = (): void => {
    if (!keeps || pool.totalCount > 0) return;
    // A new connection listens as it is made; nothing else is asked of it.
    pool.connect().then(
      (client) => client.release(),
      () => {
        clearTimeout(retry);
        retry = setTimeout(listenAgain, RETRY_MS).unref();
      },
    );
  };
  const heard = (): void => {
    version += 1;
  };
  pool.on('connect', (client: PoolClient) => {
    client.on('notification', ({ processId }) => {
      if (processId !== ownProcess(client)) heard();
    });
    // From here on all is heard; before it anything may have been said. Where this fails, what the connection was made for does as well.
    client.query(`LISTEN changed_${schema}`).then(heard, () => undefined);
  });
  pool.on('remove', () => setImmediate(listenAgain));
  return {
    version: () => version,
    keepListening() {
      keeps = true;
      listenAgain();
    },
    close() {
      keeps = false;
      clearTimeout(retry);
    },
  };
};

/** The driver has it, its types have not. */
const ownProcess = (client: PoolClient): unknown => Reflect.get(client, 'processID');
