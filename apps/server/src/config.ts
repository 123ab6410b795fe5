// The configuration: command line over environment over file over default, every value checked once. Nobody else reads process.env.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Setting, choice, flag, folders, iframes, integer, list, port, portRange, text } from './config-values.ts';
import { acmeConfig } from './config-acme.ts';
import { deploymentConfig } from './config-deployment.ts';
import { diskConfig } from './config-disks.ts';
import { eventConfig } from './config-events.ts';
import { geoConfig, mapConfig, restartConfig } from './config-upkeep.ts';
import { StartError, errorText } from './kernel/errors.ts';
import { logLevels } from './kernel/log.ts';

const hostRule = { range: 'a host name or an address', pattern: /^[A-Za-z0-9._:-]{1,253}$/ };
const optionalHost = { range: 'a host name or an address, or empty', pattern: /^[A-Za-z0-9._:-]{0,253}$/ };
const gridRule = { range: 'columns x rows like 4x2', pattern: /^[1-9]\d?x[1-9]\d?$/ };
const originRule = { range: 'origins like https://console.example.org', pattern: /^https?:\/\/[A-Za-z0-9.:[\]-]+$/ };
const addressRule = {
  range: 'addresses or networks like 10.0.0.1 or 10.0.0.0/8',
  pattern: /^[0-9A-Fa-f.:]+(\/\d{1,3})?$/,
};

/** Every key, in reading order. The file uses these names, the environment OUTRIDER_HTTP_PORT, the command line --http-port. */
export const settings = {
  data: text('./data', 'The folder that holds everything the server keeps.'),
  host: text('0.0.0.0', 'The local address to listen on; 0.0.0.0 is every IPv4 one, :: also IPv6.', hostRule),
  serverAddress: text(
    '',
    'The address people and recorders use to reach this server; empty: found by itself.',
    optionalHost,
  ),
  httpPort: port(8088, 'Console, calls and all browser sockets.'),
  httpsPort: integer(0, 0, 65_535, 'The same by https, beside httpPort; 0: none.'),
  sslOnly: flag(false, 'Sends browsers from httpPort to httpsPort.'),
  commandPort: port(24_680, 'Main channel of browsers.'),
  streamPort: port(8900, 'Video sockets of browsers.'),
  jt808Port: port(6808, 'JT/T 808 links of recorders, TCP and UDP.'),
  mediaLivePort: port(6078, 'JT/T 1078 live media, TCP and UDP.'),
  mediaPlaybackPort: port(6079, 'JT/T 1078 playback media, TCP and UDP.'),
  talkPorts: portRange([6100, 6119], 'JT/T 1078 talk and broadcast, TCP.'),
  filesPort: port(6090, 'Active-safety files, TCP.'),
  mediaAddress: text(
    '',
    'The address named to recorders for media; empty: the one their link came in at.',
    optionalHost,
  ),
  mediaSource: choice(
    'asked',
    ['asked', 'link', 'any'],
    "From where a recorder's video, talk and files are taken: its link's address or the first that answers a request, its link's address alone, or any.",
  ),
  tls: choice(
    'off',
    ['off', 'self-signed', 'files'],
    'https for browsers: none, a certificate of our own making, or tlsCert and tlsKey.',
  ),
  tlsCert: text('', 'File with the certificate chain (PEM).'),
  tlsKey: text('', 'File with the private key (PEM).'),
  ...restartConfig,
  ...acmeConfig,
  demo: flag(true, 'Runs a fleet of simulated vehicles.'),
  demoVehicles: integer(24, 1, 500, 'How many vehicles the demo fleet has.'),
  registrationPolicy: choice(
    'accept-new',
    ['accept-new', 'registered-only'],
    'Whether unknown recorders may connect and wait among the new devices.',
  ),
  reRegistration: choice(
    'same-terminal',
    ['same-terminal', 'anyone', 'ask'],
    'Which recorder may register a number that one has registered: the same hardware by its maker, model and terminal id, anyone, or only one that an operator allows.',
  ),
  acceptWrongAuthCode: flag(false, 'Lets a known recorder in that brings another authentication code.'),
  captcha: flag(false, 'Asks for a captcha at sign-in.'),
  sessionHours: integer(12, 1, 8760, 'How long a sign-in lasts.'),
  sessionLife: choice(
    'hours',
    ['hours', 'browser'],
    'Whether a browser that was closed and opened again goes on with its sign-in while it lasts, or asks for the password.',
  ),
  passwordDays: integer(
    0,
    0,
    3650,
    'How many days a changed password gives an account that expires, also one that has expired; 0: only an administrator renews.',
  ),
  streamLogDays: integer(90, 0, 3650, 'How many days the log of watched streams is kept; 0: for good.'),
  talkLogDays: integer(365, 0, 3650, 'How many days the log of talks is kept; 0: for good.'),
  keepTalkSound: flag(
    false,
    'Keeps the sound of talks, as long as the log of watched streams; operators see it while they talk.',
  ),
  positionDays: integer(
    720,
    0,
    3650,
    'How many days tracks are kept; 0: for good. The last position of a device stays.',
  ),
  eventDays: integer(720, 0, 3650, 'How many days events are kept, but those with protected files; 0: for good.'),
  recordRowDays: integer(
    720,
    0,
    3650,
    'How many days the index says what became of recordings whose files are gone; 0: for good.',
  ),
  dataUseDays: integer(
    400,
    0,
    3650,
    'How many days it is kept how much data each device used and when it was connected; 0: for good. The data of the month of now stays.',
  ),
  accessLogDays: integer(365, 0, 3650, 'How many days the log of changes and sign-ins is kept; 0: for good.'),
  recordByDefault: choice(
    'off',
    ['off', 'full'],
    'Whether devices that nobody set otherwise are recorded: not at all, or every channel.',
  ),
  recordStream: choice(
    'sub',
    ['sub', 'main'],
    'Which stream of a channel is recorded while nobody watches a better one.',
  ),
  recordDays: integer(
    30,
    0,
    29_999,
    'How many days recordings are kept where the device says nothing else; 0: until their room is wanted.',
  ),
  node: text(
    'main',
    'The name of this server in what it stores: its recordings lie at this node. Never change it later.',
    {
      range: 'at most 32 small letters, digits and hyphens',
      pattern: /^[a-z0-9-]{1,32}$/,
    },
  ),
  recordFolders: folders(
    'Folders or disks for recordings, in their order, each with a name before it if you like: north=/mnt/disk1; none: recordings in the data folder.',
  ),
  recordReserve: integer(2048, 0, 100_000_000, 'How many MB recordings leave free on each disk.'),
  recordSize: integer(0, 0, 900_000_000, 'Most MB of recordings in each folder; 0: up to the reserve.'),
  recordMode: choice(
    'capacity',
    ['capacity', 'efficacy'],
    'Several folders are filled one after the other, or written to evenly.',
  ),
  ...diskConfig,
  fileDays: integer(90, 1, 29_999, 'How many days pictures, sounds and clips that recorders send are kept.'),
  fileSize: integer(20_000, 1, 100_000_000, 'Most MB of such files, in the data folder.'),
  fileFull: choice(
    'oldest',
    ['oldest', 'refuse'],
    'When they take that much: the oldest unprotected ones go, or new ones are refused and stay in the recorder.',
  ),
  alarmFiles: flag(true, 'Asks recorders for the pictures and clips of active-safety alarms.'),
  alarmFileSize: integer(256, 1, 1024, 'Most MB of one file of an alarm.'),
  firmwareSize: integer(5000, 200, 1_000_000, 'Most MB of files in the firmware store, in the data folder.'),
  messageDays: integer(90, 1, 3650, "How many days small messages of recorders and drivers' cards are kept."),
  downloadJobs: integer(2, 1, 16, 'How many downloads are made at once; the others wait.'),
  downloadSize: integer(20_000, 10, 100_000_000, 'Most MB of downloads that wait to be fetched, in the data folder.'),
  customEventDays: integer(90, 1, 3650, 'How many days footage of custom events is kept, whatever else has to go.'),
  connectionsPerAddress: integer(
    2000,
    10,
    100_000,
    'Most connections of browsers from one address, or one IPv6 /64; a console takes up to twenty.',
  ),
  linksPerAddress: integer(
    4000,
    10,
    1_000_000,
    'Most connections of recorders from one address, or one IPv6 /64, on each port; raise it where a larger fleet comes from behind one.',
  ),
  ...eventConfig,
  disableLiveStreams: flag(false, 'Refuses live video to everybody; recordings go on.'),
  socketsPerAccount: integer(500, 10, 100_000, 'Most sockets (events, video, talk) one account has open at once.'),
  viewersPerAccount: integer(200, 1, 10_000, 'Most live pictures one account watches at once, in all its consoles.'),
  queryCredentials: flag(true, 'Whether user and password hash may stand in a query string.'),
  ...deploymentConfig,
  deployment: choice('local', ['local', 'global'], 'global: one console may sign in to several servers.'),
  allowedOrigins: list('Other consoles whose pages may use the session cookie.', originRule),
  trustedProxies: list('Reverse proxies whose forwarding headers are believed.', addressRule),
  publicMetrics: flag(false, 'Gives /metrics without a sign-in.'),
  nominatim: flag(true, 'Names places on the map: addresses beside positions.'),
  nominatimServer: text(
    '',
    'A Nominatim server that names them, like http://127.0.0.1:8080; empty: the places that come along.',
    {
      range: 'an address like http://127.0.0.1:8080, or empty',
      pattern: /^(https?:\/\/[^\s?#]{1,300})?$/,
    },
  ),
  addressService: text(
    '',
    'For dynamic DNS behind a router: an address that answers with the address it is asked from, like https://checkip.amazonaws.com; empty: the service of names takes the one it is asked from.',
    {
      range: 'an address like https://checkip.amazonaws.com, or empty',
      pattern: /^(https?:\/\/[^\s#]{1,300})?$/,
    },
  ),
  ...geoConfig,
  ...mapConfig,
  basemapFile: text('', 'SQLite file with the offline map tiles; empty: the one that comes along.'),
  randomLiveSeconds: integer(30, 5, 3600, 'How long random live view stays on a channel.'),
  simpleLiveLayout: text('4x2', 'Default grid of the simple live page.', gridRule),
  simplePlaybackLayout: text('4x2', 'Default grid of the simple playback page.', gridRule),
  outgoingHosts: list(
    'Servers that pushes and text messages may go to although their address is a private one, by name or address as it is typed; * for all.',
    { range: 'hosts like hooks.local or 10.0.0.5, or *', pattern: /^([A-Za-z0-9._:-]{1,253}|\*)$/ },
  ),
  mailCaFile: text(
    '',
    'File with certificate authorities (PEM) that mail servers are trusted by besides those of the system.',
  ),
  iframes: iframes('Pages of others that the console shows under their title.'),
  logLevel: choice('info', logLevels, 'How much is logged to standard error; on a terminal warn unless set.'),
} satisfies Record<string, Setting<unknown>>;

export type ConfigKey = keyof typeof settings;
export type Config = { readonly [K in ConfigKey]: (typeof settings)[K]['fallback'] };
export type ConfigSource = 'command line' | 'environment' | 'file' | 'default';
export type LoadedConfig = { config: Config; sources: ReadonlyMap<ConfigKey, ConfigSource>; warnings: string[] };

const isKey = (name: string): name is ConfigKey => Object.hasOwn(settings, name);
export const configKeys = Object.keys(settings).filter(isKey);

export const flagName = (key: ConfigKey): string => `--${key.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`;
export const environmentName = (key: ConfigKey): string =>
  `OUTRIDER_${key.replaceAll(/[A-Z]/g, (c) => `_${c}`).toUpperCase()}`;

/** What fixes a key from outside, for the administrator; null where it has its default, and may be changed while the server runs. */
const fixedBy = (key: ConfigKey, sources: LoadedConfig['sources']): string | null => {
  const source = sources.get(key) ?? 'default';
  if (source === 'default') return null;
  return { 'command line': flagName(key), environment: environmentName(key), file: 'the configuration file' }[source];
};

/** The values that settings may be fixed by. Without `sources` none is. */
export const outsideOf =
  (config: Config, sources: LoadedConfig['sources'] = new Map()) =>
  (name: string): { value: unknown; by: string | null } => {
    if (!isKey(name)) throw new Error(`The configuration has no ${name}.`);
    return { value: config[name], by: fixedBy(name, sources) };
  };

type Given = Partial<Record<ConfigKey, unknown>>;

/** What the command line may say: keys, the file, and words of the command itself. */
export type CommandLine = {
  given: Given;
  /** What stands behind a command's name and is no key: --level 1 is level: '1', a lone --flag is ''. */
  options: Record<string, string>;
  configFile: string | null;
  words: string[];
  help: boolean;
  removeDemo: boolean;
};

const keyOfFlag = (flagText: string): ConfigKey | undefined =>
  flagText === '--port' ? 'httpPort' : configKeys.find((key) => flagName(key) === flagText);

/** Reads flags like --port 8088, --port=8088, --demo and --no-demo. Other words are kept in order. */
export const readCommandLine = (argv: readonly string[]): CommandLine => {
  const line: CommandLine = { given: {}, options: {}, configFile: null, words: [], help: false, removeDemo: false };
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('--')) {
      line.words.push(word);
      continue;
    }
    const [name = '', ...after] = word.split('=');
    const value = after.length > 0 ? after.join('=') : undefined;
    if (name === '--help') line.help = true;
    else if (name === '--remove-demo') line.removeDemo = true;
    else if (name === '--config') line.configFile = value ?? rest.shift() ?? '';
    else readFlag(line, name, value, rest);
  }
  return line;
};

const readFlag = (line: CommandLine, name: string, value: string | undefined, rest: string[]): void => {
  const { given, options, words } = line;
  const negated = name.startsWith('--no-') ? keyOfFlag(`--${name.slice('--no-'.length)}`) : undefined;
  const key = negated ?? keyOfFlag(name);
  if (!key && words.length === 0) throw new StartError(`${name} is not known. See --help.`);
  if (!key) {
    const next = rest[0];
    options[name.slice('--'.length)] =
      value ?? (next === undefined || next.startsWith('--') ? '' : (rest.shift() ?? ''));
    return;
  }
  const setting: Setting<unknown> = settings[key];
  const isFlag = setting.alone === true;
  if (negated && isFlag) given[key] = false;
  else if (value !== undefined) given[key] = value;
  else if (isFlag) given[key] = true;
  else {
    const next = rest.shift();
    if (next === undefined) throw new StartError(`${name} needs a value: ${setting.range}.`);
    given[key] = next;
  }
};

const readFile = (path: string, mustExist: boolean): Given => {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if (!mustExist) return {};
    throw new StartError(`The configuration file ${path} cannot be read: ${errorText(error)}`, { cause: error });
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch (error) {
    throw new StartError(`The configuration file ${path} is not JSON: ${errorText(error)}`, { cause: error });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new StartError(`The configuration file ${path} must hold one JSON object.`);
  const unknown = Object.keys(parsed).find((name) => !isKey(name));
  if (unknown !== undefined) throw new StartError(`The configuration file ${path} has an unknown key: ${unknown}.`);
  return parsed;
};

const readEnvironment = (env: NodeJS.ProcessEnv): { given: Given; warnings: string[] } => {
  const given: Given = {};
  const known = new Map(configKeys.map((key) => [environmentName(key), key]));
  const warnings: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    const key = known.get(name);
    if (key && value !== undefined && value !== '') given[key] = value;
    else if (!key && name.startsWith('OUTRIDER_') && name !== 'OUTRIDER_CONFIG')
      warnings.push(`The environment variable ${name} is not known and has no effect.`);
  }
  return { given, warnings };
};

const checkValue = <T>(key: ConfigKey, setting: Setting<T>, raw: unknown, where: string): T => {
  const value = setting.read(raw);
  if (value === undefined) throw new StartError(`${key} (${where}) must be ${setting.range}.`);
  return value;
};

const checkTogether = (config: Config): void => {
  const files = config.tlsCert !== '' || config.tlsKey !== '';
  if ((config.tls === 'files' || files) && (config.tlsCert === '' || config.tlsKey === ''))
    throw new StartError('tlsCert and tlsKey must both name a file.');
  const ports = configKeys.filter((key) => key.endsWith('Port') && config[key] !== 0);
  const twice = ports.find((key, i) => ports.some((other, j) => j < i && config[other] === config[key]));
  if (twice) throw new StartError(`${twice} is the same port as another one: ${JSON.stringify(config[twice])}.`);
};

/**
 * The checked configuration. Throws StartError with the key and the allowed range. The file is the one of --config or
 * OUTRIDER_CONFIG, else outrider.config.json in the data folder when there is one. Relative folders start at `cwd`.
 */
export const loadConfig = (line: CommandLine, env: NodeJS.ProcessEnv, cwd: string): LoadedConfig => {
  const environment = readEnvironment(env);
  const dataText = line.given.data ?? environment.given.data ?? settings.data.fallback;
  const dataFolder = resolve(cwd, checkValue('data', settings.data, dataText, 'command line or environment'));
  const named = line.configFile ?? env['OUTRIDER_CONFIG'] ?? null;
  const file = readFile(
    named === null ? join(dataFolder, 'outrider.config.json') : resolve(cwd, named),
    named !== null,
  );
  const layers: [ConfigSource, Given][] = [
    ['command line', line.given],
    ['environment', environment.given],
    ['file', file],
  ];
  const sources = new Map<ConfigKey, ConfigSource>();
  const values: Record<string, unknown> = {};
  for (const key of configKeys) {
    const layer = layers.find(([, given]) => given[key] !== undefined);
    sources.set(key, layer?.[0] ?? 'default');
    values[key] = layer ? checkValue<unknown>(key, settings[key], layer[1][key], layer[0]) : settings[key].fallback;
  }
  values['data'] = resolve(cwd, String(values['data']));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value came out of its own reader just above
  const config = Object.freeze({ ...values, ...tlsOf(values) }) as Config;
  checkTogether(config);
  return { config, sources, warnings: environment.warnings };
};

/** Certificate files alone mean https with them. */
const tlsOf = (values: Record<string, unknown>): { tls?: Config['tls'] } =>
  values['tls'] === 'off' && values['tlsCert'] !== '' && values['tlsKey'] !== '' ? { tls: 'files' } : {};

/** By which every listener takes a port that is free. */
export const freePorts = {
  httpPort: 0,
  commandPort: 0,
  streamPort: 0,
  jt808Port: 0,
  mediaLivePort: 0,
  mediaPlaybackPort: 0,
  filesPort: 0,
  talkPorts: [0, 0],
} satisfies Partial<Config>;

/** The defaults with changes, for tests and for programs that make an app without a command line. */
export const configWith = (changes: Partial<Config>): Config => {
  const { config } = loadConfig(
    { given: {}, options: {}, configFile: null, words: [], help: false, removeDemo: false },
    {},
    '/nonexistent',
  );
  return Object.freeze({ ...config, ...changes });
};
