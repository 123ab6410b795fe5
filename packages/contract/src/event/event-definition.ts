// Event definitions: what a kind of event is called, in a profile of names, and which device follows which profile.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { wireSeconds } from '../speak/wire.ts';

/** The profile of every device that follows no other. */
export const GLOBAL_PROFILE = 'GLOBAL';

/** `eventtype` is the event code. `notifycolor` is hex like #FFFFFF. updatetime 0: as it came with the server. */
export const eventDefinition = z.object({
  definename: z.string(),
  eventtype: z.number().int(),
  eventname: z.string(),
  notifytext: z.string(),
  notifycolor: z.string(),
  updatetime: wireSeconds,
});
export type EventDefinition = z.output<typeof eventDefinition>;

export const getEventDefine = call({
  method: 'GET',
  path: '/gkevent/eventdefine',
  right: 'signed-in',
  input: z.object({}),
  reply: z.array(eventDefinition),
  about:
    'Every event definition: the built-in ones of the profile GLOBAL where nobody changed them, and those of all profiles.',
  example: {
    input: {},
    reply: [
      {
        definename: GLOBAL_PROFILE,
        eventtype: 13,
        eventname: 'Over speed',
        notifytext: '',
        notifycolor: '#FFFFFF',
        updatetime: 0,
      },
    ],
  },
});

export const definitionLink = z.object({ deviceid: z.string(), definename: z.string() });
export type DefinitionLink = z.output<typeof definitionLink>;

export const getEventDefineDevice = call({
  method: 'GET',
  path: '/gkevent/eventdefinedevice',
  right: 'signed-in',
  input: z.object({}),
  reply: z.array(definitionLink),
  about: 'Which of the devices that the caller may see follows another profile than GLOBAL.',
  example: { input: {}, reply: [{ deviceid: '13800000101', definename: 'Trucks' }] },
});
