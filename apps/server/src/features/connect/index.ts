// The page 'Connect a recorder': what to enter in a device, and who could not connect.
import { type ConnectRecorder, getConnectRecorder } from '@outrider/contract';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { Refusals } from './refusals.ts';

export { type Refusals, createRefusals } from './refusals.ts';

export type ConnectKit = {
  refusals: Refusals;
  policy: ConnectRecorder['policy'];
  /** Set by the operator, or empty. */
  serverAddress: () => string;
  networkAddresses: () => string[];
  /** Recorders whose clock is off by what another zone would explain. */
  clocks: () => ConnectRecorder['clocks'];
  /** The ports as they stand now. */
  ports: () => ConnectRecorder['ports'];
  /** What is likely to be wrong with the addresses, from the gateway. */
  warnings: () => string[];
  /** Why the server can keep nothing now, or not everything. */
  troubles: () => Promise<string[]>;
};

const isPrivate = (address: string): boolean =>
  /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);

export const connectCalls = (kit: ConnectKit): CallHandler[] => {
  const configured = (): ConnectRecorder['addresses'] => {
    const address = kit.serverAddress();
    return address === '' ? [] : [{ address, kind: 'configured' }];
  };
  const addresses = (): ConnectRecorder['addresses'] => [
    ...configured(),
    ...kit.networkAddresses().map((address) => ({ address, kind: 'network' as const })),
    { address: '127.0.0.1', kind: 'local' as const },
  ];
  const warnings = async (): Promise<string[]> => {
    const known = kit.serverAddress() !== '' || kit.networkAddresses().some((address) => !isPrivate(address));
    return [
      ...(await kit.troubles()),
      ...kit.warnings(),
      ...(known
        ? []
        : [
            'All addresses of this server are private: recorders on the Internet cannot reach them. Set serverAddress to the public address and forward the ports.',
          ]),
    ];
  };
  return [
    handle(getConnectRecorder, async () => ({
      addresses: addresses(),
      ports: kit.ports(),
      policy: kit.policy,
      warnings: await warnings(),
      clocks: kit.clocks(),
      refusals: kit.refusals.list(),
    })),
  ];
};
