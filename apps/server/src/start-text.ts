// What a start prints for people: where to go, how to sign in, which ports to open, what to enter in a recorder.
import type { App } from './app.ts';
import type { Config } from './config.ts';
import { initialPasswordPath } from './features/user/index.ts';
import { portTable } from './ports.ts';

export type StartFacts = {
  app: Pick<App, 'ports' | 'secure' | 'initialPassword'>;
  config: Config;
  addresses: string[];
  passwordKept: boolean;
  demo: number;
};

const signInLines = ({ app, config, passwordKept }: StartFacts): string[] => {
  if (app.initialPassword !== null)
    return [
      `  Sign in as admin with the password ${app.initialPassword}`,
      `  It is kept in ${initialPasswordPath(config.data)} until it is changed.`,
    ];
  return passwordKept
    ? [`  Sign in as admin; the first password is in ${initialPasswordPath(config.data)}`]
    : ['  Sign in as admin; forgotten: npm start -- reset-admin-password'];
};

/** `addresses`: those others reach this machine by, best first. */
export const startText = (facts: StartFacts): string => {
  const { app, config, addresses, demo } = facts;
  const scheme = app.secure ? 'https' : 'http';
  const everywhere = config.host === '0.0.0.0' || config.host === '::';
  const others = config.serverAddress === '' ? addresses : [config.serverAddress, ...addresses];
  const reach = everywhere ? others : [config.host];
  const urls = (everywhere ? ['localhost', ...others] : [config.host]).map(
    (host) => `${scheme}://${host}:${app.ports.http}/`,
  );
  const [first = '', ...rest] = urls;
  return [
    '',
    'Outrider is running.',
    '',
    `  Open ${first}`,
    ...rest.map((url) => `       ${url}`),
    ...signInLines(facts),
    '',
    '  Ports to open in a firewall:',
    ...portTable(app.ports, config.talkPorts).map(
      ({ port, last, transports, audience, purpose }) =>
        `    ${(last === undefined ? String(port) : `${port}-${last}`).padEnd(9)} ${transports.join('+').toUpperCase().padEnd(8)} ${audience.padEnd(9)} ${purpose}`,
    ),
    '',
    `  In a recorder enter the server ${reach[0] ?? '127.0.0.1'} and the port ${app.ports.jt808} (JT/T 808, TCP or UDP).`,
    ...(demo > 0
      ? [`  A demo fleet of ${demo} vehicles is driving; --no-demo leaves it out, --remove-demo clears it.`]
      : []),
    ...(app.secure ? [] : ['  Microphone and installing as an app need https: add --tls self-signed.']),
    '',
  ].join('\n');
};
