// `npm start`: makes packages and console ready when they are not, then becomes the server. Runs on any Node from 20.
import { ensureConsoleBuilt } from './house/console-build.mjs';
import { ensureInstalled } from './house/install.mjs';
import { become, requireNode20 } from './house/node26.mjs';

const args = process.argv.slice(2);
// A command of the server (`reset-admin`, `backup` …) and --help show no pages.
const servesPages = !/^[a-z]/.test(args[0] ?? '') && !args.includes('--help');

requireNode20();
ensureInstalled();
if (servesPages) ensureConsoleBuilt();
become('apps/server/src/main.mjs', args);
