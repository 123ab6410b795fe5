// The command line of the simulator: `npm run simulate -- --vehicles 24 --channels 4 …`. Prints what the fleet does, ends on a
// signal. As a load generator (--light) it keeps thousands of links from one process.
import { runSimulate } from './command-line.ts';

await runSimulate(process.argv.slice(2));
