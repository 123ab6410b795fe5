// Prints the folder of a console built from the present sources, building it when there is none: what the end-to-end tests open.
import { builtConsole } from './house/console-build.mjs';

process.stdout.write(builtConsole());
