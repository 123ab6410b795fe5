// The thread that draws captchas, one for each message.
import { parentPort } from 'node:worker_threads';
import { drawCaptcha } from '../draw-captcha.ts';

const port = parentPort;
if (port === null) throw new Error('runs as a worker thread only');

port.on('message', () => port.postMessage(drawCaptcha()));
