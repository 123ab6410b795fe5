// Event definitions: what a kind of event is called, in a profile of names, and which device follows which profile.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { seenUpdatetime } from '../speak/version.ts';
import { bodyCredentials, deviceId, outcome, wireSeconds } from '../speak/wire.ts';

/** The profile of every device that follows no other. */
export const GLOBAL_PROFILE = 'GLOBAL';
/** Stands for all profiles where one is chosen to look at; none has this name. */
export const ALL_PROFILES = 'ALL';
export const PLAIN_COLOUR = '#FFFFFF';
export const MAX_PROFILE_NAME = 40;
export const MAX_PROFILES = 200;
export const MAX_EVENT_NAME = 60;
export const MAX_NOTIFY_TEXT = 200;
export const MAX_EVENT_CODE = 65_535;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const PROFILE_RULE = 'Name a profile; ALL is none.';
export const profileName = z
  .string()
  .max(MAX_PROFILE_NAME)
  .overwrite(oneLine)
  .refine((name) => name !== '' && name !== ALL_PROFILES, PROFILE_RULE);
export const eventCode = z.number().int().min(0).max(MAX_EVENT_CODE);

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

/** What is saved. `updatetime`: what the editor saw of a definition that is there. */
export const savedDefinition = z.object({
  definename: profileName,
  eventtype: eventCode,
  eventname: z.string().max(MAX_EVENT_NAME).overwrite(oneLine).min(1, 'Name the event.'),
  notifytext: z.string().max(MAX_NOTIFY_TEXT).overwrite(oneLine),
  notifycolor: z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'A colour is written like #FF8800.'),
  ...seenUpdatetime,
});
export type SavedDefinition = z.output<typeof savedDefinition>;

const savedExample = {
  definename: 'Trucks',
  eventtype: 13,
  eventname: 'Too fast',
  notifytext: 'Call the driver',
  notifycolor: '#FF8800',
};
const allDefinitions = z.union([
  z.object({ hasError: z.literal(0), message: z.string(), data: z.array(eventDefinition) }),
  outcome,
]);
const listExample = {
  hasError: 0 as const,
  message: 'Save Success',
  data: [{ ...savedExample, updatetime: 1_790_000_000 }],
};

export const postEventDefine = call({
  method: 'POST',
  path: '/gkevent/eventdefine',
  right: 'admin',
  audit: { action: 'Add event definition', secret: { password: true } },
  input: z.object({ ...bodyCredentials, eventDefine: savedDefinition }),
  reply: allDefinitions,
  about: `Adds a definition; conflict where the profile has one of this code. A profile is there as long as it has a definition, at most ${MAX_PROFILES} of them. Answers all definitions.`,
  example: { input: { eventDefine: savedExample }, reply: listExample },
});

export const putEventDefine = call({
  method: 'PUT',
  path: '/gkevent/eventdefine',
  right: 'admin',
  audit: { action: 'Change event definition', secret: { password: true } },
  input: z.object({ ...bodyCredentials, eventDefine: savedDefinition }),
  reply: allDefinitions,
  about:
    'Changes the definition of this profile and code; not_found where there is none. Codes of the catalogue are always in GLOBAL. Answers all definitions.',
  example: { input: { eventDefine: savedExample }, reply: listExample },
});

export const deleteEventDefine = call({
  method: 'DELETE',
  path: '/gkevent/eventdefine',
  right: 'admin',
  audit: { action: 'Remove event definition', secret: { password: true } },
  input: z
    .object({
      ...bodyCredentials,
      eventDefine: z.object({ definename: profileName, eventtype: eventCode }).optional(),
      definename: profileName.optional(),
    })
    .refine(
      ({ eventDefine, definename }) => (eventDefine === undefined) !== (definename === undefined),
      'Name one definition or one profile.',
    ),
  reply: allDefinitions,
  about:
    'Removes one definition, or with definename a whole profile; devices that followed a profile that is gone follow GLOBAL. In GLOBAL the built-in name counts again. Answers all definitions.',
  example: {
    input: { eventDefine: { definename: 'Trucks', eventtype: 13 } },
    reply: { ...listExample, message: 'Delete Success', data: [] },
  },
});

const allLinks = z.union([
  z.object({ hasError: z.literal(0), message: z.string(), data: z.array(definitionLink) }),
  outcome,
]);
const linkExample = { deviceid: '13800000101', definename: 'Trucks' };
const linksExample = { hasError: 0 as const, message: 'Save Success', data: [linkExample] };

export const postEventDefineDevice = call({
  method: 'POST',
  path: '/gkevent/eventdefinedevice',
  right: 'admin',
  audit: { action: 'Choose event profile of a device', secret: { password: true }, device: 'deviceid' },
  input: z.object({ ...bodyCredentials, deviceid: deviceId, definename: profileName }),
  reply: allLinks,
  about: 'Has a device follow a profile that is there; conflict where it follows one already. Answers all pairs.',
  example: { input: linkExample, reply: linksExample },
});

export const putEventDefineDevice = call({
  method: 'PUT',
  path: '/gkevent/eventdefinedevice',
  right: 'admin',
  audit: { action: 'Change event profile of a device', secret: { password: true }, device: 'deviceid' },
  input: z.object({ ...bodyCredentials, deviceid: deviceId, definename: profileName }),
  reply: allLinks,
  about: 'Has a device follow another profile; not_found where it followed none. Answers all pairs.',
  example: { input: linkExample, reply: linksExample },
});

export const deleteEventDefineDevice = call({
  method: 'DELETE',
  path: '/gkevent/eventdefinedevice',
  right: 'admin',
  audit: { action: 'Clear event profile of a device', secret: { password: true }, device: 'deviceid' },
  input: z.object({ ...bodyCredentials, deviceid: deviceId }),
  reply: allLinks,
  about: 'Has a device follow GLOBAL again. Answers all pairs.',
  example: { input: { deviceid: '13800000101' }, reply: { ...linksExample, message: 'Delete Success', data: [] } },
});
