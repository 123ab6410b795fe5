// Prints the folder of a console built from the present sources, building it when there is none: what the end-to-end tests open. `production` gives
// it as it ships, without what only tests need.
import { builtConsole } from './house/console-build.mjs';

process.stdout.write(builtConsole(process.argv[2] === 'production' ? 'production' : 'tests'));
