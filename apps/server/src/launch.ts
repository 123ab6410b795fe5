// What main.ts starts: the server or a command. Reads the configuration, prints what people need to know, stops on a signal.
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { type App, createApp, systemClock } from './app.ts';
import { helpText, runCommand } from './cli/index.ts';
import { printTo } from './cli/print.ts';
import { type CommandLine, type LoadedConfig, loadConfig, readCommandLine } from './config.ts';
import { demoKit } from './demo-kit.ts';
import { type Demo, demoWanted, removeDemo, startDemo } from './features/demo/index.ts';
import { networkAddresses } from './features/server/index.ts';
import { initialPasswordPath } from './features/user/index.ts';
import { StartError, errorText } from './kernel/errors.ts';
import { startText } from './start-text.ts';

const NODE_MAJOR = 26;
const FORCE_STOP_MS = 8000;

const print = printTo(process.stdout);
const complain = printTo(process.stderr);

const readInput = (): Promise<string> => text(process.stdin);

const requireNode = (): void => {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR)
    throw new StartError(`Node ${NODE_MAJOR} is needed, this is ${process.versions.node}. Start with: npm start`);
};

const runDemo = async (app: App, line: CommandLine, { config, sources }: LoadedConfig): Promise<Demo | null> => {
  const kit = demoKit(app, config);
  if (line.removeDemo) {
    print(`${await removeDemo(kit)} vehicles of the demo are removed.`);
    return null;
  }
  const asked = sources.get('demo') !== 'default';
  if (!config.demo || !(asked || demoWanted(app.settings))) return null;
  return startDemo(kit).catch((error: unknown) => {
    app.log.warn('the demo could not be started', { err: error });
    return null;
  });
};

/** What systemd takes for 'start me again' (EX_TEMPFAIL), where a process cannot restart itself. */
const RESTART_CODE = 75;

/** The same program in the place of this one: what started it does not see it end. */
const startAgain = (): void => {
  if (typeof process.execve !== 'function') process.exit(RESTART_CODE);
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env);
};

const exitCleanly = (): void => process.exit(0);
const exitFailing = (): void => process.exit(1);

/** Gives the way to end it by itself; `forced` is what is done where it does not end. */
const stopOnSignal = (app: App, demo: Demo | null): ((atEnd: () => void, forced?: () => void) => Promise<void>) => {
  let stopping = false;
  const stop = async (atEnd: () => void, forced = exitFailing): Promise<void> => {
    if (stopping) return;
    stopping = true;
    app.clock.after(FORCE_STOP_MS, forced);
    try {
      await demo?.close();
      await app.close();
      atEnd();
    } catch (err) {
      app.log.error('the server did not stop cleanly', { err });
      forced();
    }
  };
  process.on('SIGTERM', () => void stop(exitCleanly));
  process.on('SIGINT', () => void stop(exitCleanly));
  return stop;
};

/** Someone who looks at a terminal wants the address and what goes wrong, not a line for each device. */
const quietOnTerminal = (loaded: LoadedConfig): LoadedConfig =>
  process.stderr.isTTY && loaded.sources.get('logLevel') === 'default'
    ? { ...loaded, config: { ...loaded.config, logLevel: 'warn' } }
    : loaded;

/** A server is of use also where nobody reads what it prints: into a file on a full disk, to a reader that has gone. */
const mayPrintInVain = (): void => {
  for (const out of [process.stdout, process.stderr]) out.on('error', () => undefined);
};

const runServer = async (line: CommandLine, loaded: LoadedConfig): Promise<void> => {
  const { config, sources, warnings } = loaded;
  mayPrintInVain();
  // It may be asked for while this still starts: then as soon as there is something to end.
  const { promise: started, resolve: hasStarted } = Promise.withResolvers<ReturnType<typeof stopOnSignal>>();
  const restart = (): void => void started.then((stop) => stop(startAgain, startAgain));
  const app = await createApp(config, { sources, restart });
  for (const warning of warnings) app.log.warn('configuration', { warning });
  const demo = await runDemo(app, line, loaded);
  const stop = stopOnSignal(app, demo);
  const passwordKept = existsSync(initialPasswordPath(config.data));
  print(startText({ app, config, addresses: networkAddresses(), passwordKept, demo: demo ? config.demoVehicles : 0 }));
  hasStarted(stop);
};

/** What the server and the commands write is for their owner only. */
const OWNER_ONLY_UMASK = 0o077;

const run = async (argv: readonly string[]): Promise<void> => {
  process.umask(OWNER_ONLY_UMASK);
  requireNode();
  const line = readCommandLine(argv);
  if (line.help) return print(helpText());
  const loaded = loadConfig(line, process.env, process.cwd());
  const [name, ...words] = line.words;
  if (name === undefined) return runServer(line, quietOnTerminal(loaded));
  const { config } = loaded;
  const context = { config, words, options: line.options, clock: systemClock, print, readInput };
  process.exitCode = await runCommand(name, context);
};

/** Runs what the arguments ask for. A failure to start is one line on standard error and exit code 1. */
export const launch = async (argv: readonly string[]): Promise<void> => {
  try {
    await run(argv);
  } catch (error) {
    const expected = error instanceof StartError;
    const told = expected ? errorText(error) : (error instanceof Error && error.stack) || String(error);
    complain(told);
    process.exit(1);
  }
};
