// Templates: what devices are to be set to, under a name, for devices and groups; and what differs from that in each of them.
import { z } from 'zod';
import { call } from '../speak/speak.ts';
import { bodyCredentials, deviceId, outcome, wireSeconds } from '../speak/wire.ts';
import { orderKinds } from './device-order.ts';
import { parameterValue, parameterValues, valuesForMany } from './device-setup.ts';
import { MAX_BATCH_DEVICES } from './parameter-batch.ts';

export const MAX_TEMPLATES = 100;
const MAX_TEMPLATE_GROUPS = 100;
/** Devices of a template in one answer. */
export const TEMPLATE_PAGE_ROWS = 100;

/**
 * unread: it was not asked yet. refused: it was told and kept something else: it is left alone. unsupported: it holds all that it has of the
 * values, and does not have the others.
 */
export const templateDeviceStates = ['same', 'differs', 'refused', 'unsupported', 'unread'] as const;
export type TemplateDeviceState = (typeof templateDeviceStates)[number];

const templateCounts = z.record(z.enum(templateDeviceStates), z.number().int());
export type TemplateCounts = z.output<typeof templateCounts>;

const templateId = z.coerce.number().int().positive();
export const parameterTemplate = z.object({
  templateid: z.number().int(),
  name: z.string(),
  memo: z.string(),
  deviceParams: parameterValues,
  groupids: z.array(z.number().int()),
  /** Set again each time that a device comes back with something else. */
  keep: z.boolean(),
  /** Of the devices that the caller may see. */
  counts: templateCounts,
  updatetime: wireSeconds,
  updateby: z.string(),
});
export type ParameterTemplate = z.output<typeof parameterTemplate>;

const fields = {
  name: z.string().trim().min(1, 'This needs a name.').max(60),
  memo: z.string().max(200).default(''),
  deviceParams: valuesForMany,
  deviceids: z.array(deviceId).max(MAX_BATCH_DEVICES).default([]),
  groupids: z.array(z.number().int().positive()).max(MAX_TEMPLATE_GROUPS).default([]),
  keep: z.boolean().default(true),
};
const example = {
  templateid: 1,
  name: 'City bus',
  memo: '',
  deviceParams: { sys_spdlimit: 60 },
  groupids: [1],
  keep: true,
  updatetime: 1_790_000_000,
  updateby: 'admin',
};

export const getParameterTemplates = call({
  method: 'GET',
  path: '/gkserver/paramtemplate',
  right: orderKinds.parameters,
  input: z.object({}),
  reply: z.array(parameterTemplate),
  about:
    'The templates of the caller, all of them for level 0, by name, with how many of their devices stand where. Of very many devices the counts may be some seconds old.',
  example: {
    input: {},
    reply: [{ ...example, counts: { same: 10, differs: 1, refused: 0, unsupported: 1, unread: 2 } }],
  },
});

export const getTemplateNamed = call({
  method: 'GET',
  path: '/gkserver/paramtemplatenamed/{templateid}',
  right: orderKinds.parameters,
  input: z.object({ templateid: templateId }),
  reply: z.array(deviceId),
  about:
    'The devices that a template names one by one, as far as the caller may see them; those of its groups are not among them.',
  example: { input: { templateid: '1' }, reply: ['13800000101'] },
});

export const templateDevice = z.object({
  deviceid: deviceId,
  state: z.enum(templateDeviceStates),
  /** When it said so; null: never. */
  read: wireSeconds.nullable(),
  differs: z.array(
    z.object({
      parameter: z.string(),
      wanted: parameterValue,
      /** Left out: it does not know this. */
      has: parameterValue.optional(),
      /** It was told and did not take it, or does not know it. */
      refused: z.boolean(),
    }),
  ),
});
export type TemplateDevice = z.output<typeof templateDevice>;

export const getTemplateDevices = call({
  method: 'GET',
  path: '/gkserver/paramtemplate/{templateid}',
  right: orderKinds.parameters,
  input: z.object({
    templateid: templateId,
    state: z.enum(templateDeviceStates).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  /** `total`: of all pages. */
  reply: z.object({ total: z.number().int(), rows: z.array(templateDevice) }),
  about: `The devices of a template that the caller may see, with what each said last that differs from it: those that differ first, then those that refuse, were not asked, lack some of the values, and hold it, each by id. ${TEMPLATE_PAGE_ROWS} a page; with \`state\` those that stand so.`,
  example: {
    input: { templateid: '1', state: 'differs', page: '1' },
    reply: {
      total: 1,
      rows: [
        {
          deviceid: '13800000101',
          state: 'differs',
          read: 1_790_000_000,
          differs: [{ parameter: 'sys_spdlimit', wanted: 60, has: 85, refused: false }],
        },
      ],
    },
  },
});

export const postParameterTemplate = call({
  method: 'POST',
  path: '/gkserver/paramtemplate',
  right: orderKinds.parameters,
  audit: { action: 'Add parameter template', secret: { password: true, deviceParams: true } },
  input: z.object({ ...bodyCredentials, ...fields }),
  reply: z.object({ hasError: z.literal(0), message: z.string(), templateid: z.number().int() }),
  about: `What devices are to be set to. With \`keep\` a device that comes back with something else is told so once, at most three times in a day, as far as the one who saved the template may see it; what it does not take is not told again. Where two templates say different things to one device the newer one counts. At most ${MAX_TEMPLATES}; hidden values and points of a picture are not taken.`,
  example: {
    input: { name: 'City bus', deviceParams: { sys_spdlimit: 60 }, groupids: [1] },
    reply: { hasError: 0, message: 'Success', templateid: 1 },
  },
});

export const putParameterTemplate = call({
  method: 'PUT',
  path: '/gkserver/paramtemplate',
  right: orderKinds.parameters,
  audit: { action: 'Change parameter template', secret: { password: true, deviceParams: true } },
  input: z.object({ ...bodyCredentials, templateid: templateId, ...fields, seenUpdatetime: wireSeconds.optional() }),
  reply: outcome,
  about:
    'Changes a template. With `seenUpdatetime` it is refused (409) where somebody changed it since. Devices that it names and that the caller does not see, or that are not registered now, it goes on naming.',
  example: {
    input: { templateid: 1, name: 'City bus', deviceParams: { sys_spdlimit: 50 }, groupids: [1], keep: true },
    reply: { hasError: 0, message: 'Success' },
  },
});

export const deleteParameterTemplate = call({
  method: 'DELETE',
  path: '/gkserver/paramtemplate',
  right: orderKinds.parameters,
  audit: { action: 'Remove parameter template', secret: { password: true } },
  input: z.object({ ...bodyCredentials, templateid: templateId }),
  reply: outcome,
  about: 'Removes a template. Devices stay as they are.',
  example: { input: { templateid: 1 }, reply: { hasError: 0, message: 'Success' } },
});

export const applyParameterTemplate = call({
  method: 'POST',
  path: '/gkserver/paramtemplate/{templateid}',
  right: orderKinds.parameters,
  audit: { action: 'Apply parameter template', secret: { password: true } },
  input: z.object({ ...bodyCredentials, templateid: templateId, action: z.enum(['check', 'apply']) }),
  reply: outcome.extend({ batchid: z.number().int().optional() }),
  about:
    'check: the devices of it that are online are asked what they hold. apply: all that do not hold it are set by a batch, also what they refused before, as far as they have the values; those that are away when they are back.',
  example: {
    input: { templateid: '1', action: 'apply' },
    reply: { hasError: 0, message: 'Success', batchid: 7 },
  },
});
