// The log: one constant sentence with its facts, as a line of JSON. Secrets are cut out by name (redact.ts).
import { escapeMarks } from '@outrider/contract';
import { type DestinationStream, type Logger, pino } from 'pino';
import { redactFacts } from './redact.ts';

export type LogFacts = Record<string, unknown>;
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** `err` among the facts is written with its stack. A room makes its logger once, with `child`. */
export interface Log {
  debug(text: string, facts?: LogFacts): void;
  info(text: string, facts?: LogFacts): void;
  warn(text: string, facts?: LogFacts): void;
  error(text: string, facts?: LogFacts): void;
  /** The same log with facts that every line of a room carries. */
  child(facts: LogFacts): Log;
}

const wrap = (logger: Logger): Log => ({
  debug: (text, facts = {}) => logger.debug(facts, text),
  info: (text, facts = {}) => logger.info(facts, text),
  warn: (text, facts = {}) => logger.warn(facts, text),
  error: (text, facts = {}) => logger.error(facts, text),
  child: (facts) => wrap(logger.child(redactFacts(facts))),
});

const openStandardError = () => pino.destination({ fd: 2, sync: true });

/** What cannot be written to standard error, as into a file on a full disk, is lost: that nobody can be told ends no program. */
const standardError = (): DestinationStream => {
  let stream = openStandardError();
  return {
    write(line) {
      try {
        stream.write(line);
      } catch {
        stream = openStandardError(); // the one before keeps the line, and every one after it
      }
    },
  };
};

/** Writes lines of JSON to `destination`, by default standard error, so that standard output stays readable. */
export const createLog = (level: LogLevel, destination?: DestinationStream): Log =>
  wrap(
    pino(
      {
        level,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        hooks: { streamWrite: escapeMarks },
        formatters: { level: (label) => ({ level: label }), log: redactFacts },
      },
      destination ?? standardError(),
    ),
  );

/** Everything is said to both. */
export const bothLogs = (one: Log, other: Log): Log => {
  const say =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (text: string, facts?: LogFacts): void => {
      one[level](text, facts);
      other[level](text, facts);
    };
  return {
    debug: say('debug'),
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    child: (facts) => bothLogs(one.child(facts), other.child(facts)),
  };
};

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};

export type LogLine = { level: 'debug' | 'info' | 'warn' | 'error'; text: string; facts: LogFacts };

/** A log for tests that keeps its lines. */
export const createTestLog = (): Log & { readonly lines: LogLine[] } => {
  const lines: LogLine[] = [];
  const make = (own: LogFacts): Log => {
    const write =
      (level: LogLine['level']) =>
      (text: string, facts: LogFacts = {}) => {
        lines.push({ level, text, facts: redactFacts({ ...own, ...facts }) });
      };
    return {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      child: (facts) => make({ ...own, ...facts }),
    };
  };
  return { ...make({}), lines };
};
