// `node tools/run.mjs <script> [arguments]`: one of our sources under Node 26, packages installed first. Runs on any Node from 20.
import { ensureInstalled } from './house/install.mjs';
import { become, requireNode20 } from './house/node26.mjs';
import { fail } from './house/say.mjs';

const [script, ...args] = process.argv.slice(2);
requireNode20();
if (script === undefined) fail('usage: node tools/run.mjs <script> [arguments]', 2);
ensureInstalled();
become(script, args);
