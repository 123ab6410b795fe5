// What a command line command is given and gives back.
import type { Config } from '../config.ts';
import type { Clock } from '../kernel/clock.ts';

export type CommandContext = {
  config: Config;
  /** The words after the command's name. */
  words: readonly string[];
  options: Readonly<Record<string, string>>;
  clock: Clock;
  print: (line: string) => void;
  /** All of standard input, for a password that should not stand in the process list. */
  readInput: () => Promise<string>;
};

/** A command gives the exit code. It throws StartError for what the administrator can mend. */
export type CliCommand = {
  usage: string;
  about: string;
  /** The options it knows. */
  options: readonly string[];
  run: (context: CommandContext) => Promise<number>;
};
