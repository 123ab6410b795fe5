// Every platform message a vehicle answers. What is not here is answered 0x0001 'not supported'.
import type { Received } from '../../link/joiner.ts';
import type { SignalLink } from '../../link/signal-link.ts';
import type { Device } from '../device.ts';
import { RESULT } from './answer.ts';
import { areaAnswers } from './area-answers.ts';
import { driverAnswers } from './driver-answers.ts';
import { locationAnswers } from './location-answers.ts';
import { photoAnswers } from './photo-answers.ts';
import { settingAnswers } from './setting-answers.ts';
import { videoAnswers } from './video-answers.ts';

const byId = new Map(
  [...settingAnswers, ...locationAnswers, ...driverAnswers, ...areaAnswers, ...photoAnswers, ...videoAnswers].map(
    (entry) => [entry.id, entry],
  ),
);

/** Late or repeated answers to our own messages need no answer. */
const PLATFORM_ANSWERS: readonly number[] = [0x8001, 0x8100, 0x9212];

/** Answers one message of the platform. */
export const answerMessage = (device: Device, link: SignalLink, received: Received): void => {
  if (PLATFORM_ANSWERS.includes(received.id)) return;
  const known = byId.get(received.id);
  if (known === undefined) link.reply(received, RESULT.notSupported);
  else known.run(device, { link, received });
};
