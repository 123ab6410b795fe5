// `npm run replay -- FILE.bin`: a recorder whose cameras send a recorded media file, in a loop, at its own pace.
import { runReplay } from './replay-command.ts';

await runReplay(process.argv.slice(2));
