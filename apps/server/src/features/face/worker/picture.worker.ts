// The thread that decodes photos, so that nobody waits for one of many pixels.
import { parentPort } from 'node:worker_threads';
import { serveCalls } from '../../../kernel/work/serve-calls.ts';
import { pictureTypeOf } from '../picture.ts';

const calls = { type: pictureTypeOf };
export type PictureCalls = typeof calls;
serveCalls(parentPort, calls);
