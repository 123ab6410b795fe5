// The thread that draws captchas.
import { parentPort } from 'node:worker_threads';
import { serveCalls } from '../../../kernel/work/serve-calls.ts';
import { drawCaptcha } from '../draw-captcha.ts';

const calls = { draw: drawCaptcha };
export type CaptchaCalls = typeof calls;
serveCalls(parentPort, calls);
