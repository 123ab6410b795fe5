// A command on a data folder, as the command line runs it.
import { systemClock } from '../../apps/server/src/app.ts';
import { runCommand } from '../../apps/server/src/cli/index.ts';
import { configWith } from '../../apps/server/src/config.ts';

/** The exit code and what was printed. `input`: what comes on standard input. */
export const command = async (
  name: string,
  data: string,
  words: string[] = [],
  options: Record<string, string> = {},
  input = '',
) => {
  const printed: string[] = [];
  const context = {
    config: configWith({ data }),
    words,
    options,
    clock: systemClock,
    print: (line: string) => void printed.push(line),
    readInput: () => Promise.resolve(input),
  };
  const code = await runCommand(name, context);
  return { code, out: printed.join('\n') };
};
