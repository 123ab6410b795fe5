// Calls of templates: each value needs its right, each device must be seen, a template belongs to who made it and to level 0.
import {
  applyParameterTemplate,
  deleteParameterTemplate,
  getParameterTemplates,
  getTemplateDevices,
  type ParameterTemplate,
  postParameterTemplate,
  putParameterTemplate,
  type TemplateDevice,
  templateDeviceStates,
} from '@outrider/contract';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { ParameterBatches } from './batches.ts';
import type { TemplateKeeper } from './template-keeper.ts';
import { templateRow } from './template-step.ts';
import type { StoredTemplate } from './store/templates.ts';
import type { NewTemplate, Templates } from './templates.ts';
import { assertMaySet, loggedValues, ownOf } from './value-rights.ts';

type Visible = { key: number; id: string };
export type TemplateCallsKit = {
  templates: Templates;
  keeper: TemplateKeeper;
  batches: Pick<ParameterBatches, 'add'>;
  devices: Devices & {
    /** The registered devices a caller may see. */
    visible(caller: Caller): Visible[];
  };
  groups: {
    covers(groupIds: readonly number[], deviceKey: number): boolean;
    reach(groupIds: readonly number[]): ReadonlySet<number>;
    list(): readonly { id: number }[];
  };
  accounts: { byId(userId: number): { groupIds: readonly number[] } | undefined };
};
type Wanted = Omit<NewTemplate, 'sheet' | 'groupIds'> & {
  deviceParams: NewTemplate['sheet'];
  deviceids: readonly string[];
  groupids: readonly number[];
};

const SUCCESS = { hasError: 0 as const, message: 'Success' };

/** What is to be stored, where the caller may ask for it. */
const checked = (
  { devices, groups, accounts }: TemplateCallsKit,
  caller: Caller,
  { name, memo, deviceParams: sheet, deviceids, groupids, keep }: Wanted,
): { wanted: NewTemplate; keys: number[] } => {
  const own =
    caller.level === 0
      ? new Set(groups.list().map(({ id }) => id))
      : groups.reach(accounts.byId(caller.userId)?.groupIds ?? []);
  if (groupids.some((id) => !own.has(id))) throw new AppError('not_found', 'There is no such group.');
  const keys = [...new Set(deviceids.map((id) => devices.seen(caller, id).deviceKey))];
  assertMaySet(caller, Object.keys(sheet));
  return { wanted: { name, memo, sheet, groupIds: [...new Set(groupids)], keep }, keys };
};

const membersOf = ({ templates, devices }: TemplateCallsKit, caller: Caller, template: StoredTemplate): Visible[] =>
  devices.visible(caller).filter(({ key }) => templates.has(template, key));

const rowsOf = (
  kit: TemplateCallsKit,
  caller: Caller,
  template: StoredTemplate,
): (TemplateDevice & { key: number })[] =>
  membersOf(kit, caller, template).map(({ key, id }) => ({
    key,
    ...templateRow(id, ownOf(caller, template.sheet), kit.keeper.stateOf(key)),
  }));

const shown = (kit: TemplateCallsKit, caller: Caller, template: StoredTemplate): ParameterTemplate => {
  const { id, name, memo, sheet, groupIds, keep, updatedMs, updatedBy } = template;
  const rows = rowsOf(kit, caller, template);
  const count = (state: TemplateDevice['state']): number => rows.filter((row) => row.state === state).length;
  const counts = Object.fromEntries(templateDeviceStates.map((state) => [state, count(state)]));
  return {
    templateid: id,
    name,
    memo,
    deviceParams: ownOf(caller, sheet),
    deviceids: rows.flatMap(({ key, deviceid }) => (kit.templates.names(template, key) ? [deviceid] : [])),
    groupids: [...groupIds],
    keep,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every state is among its keys
    counts: counts as ParameterTemplate['counts'],
    updatetime: updatedMs,
    updateby: updatedBy,
  };
};

export const templateCalls = (kit: TemplateCallsKit): CallHandler[] => {
  const { templates, keeper, batches } = kit;
  const lookAt = (caller: Caller, id: number): void =>
    keeper.look(membersOf(kit, caller, templates.must(caller, id)).map(({ key }) => key));
  return [
    handle(getParameterTemplates, (caller) =>
      templates
        .list(caller)
        .map((template) => shown(kit, caller, template))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    ),
    handle(getTemplateDevices, (caller, { templateid }) =>
      rowsOf(kit, caller, templates.must(caller, templateid)).map(({ key: _key, ...row }) => row),
    ),
    handle(postParameterTemplate, async (caller, input, { note }) => {
      const { wanted, keys } = checked(kit, caller, input);
      note?.({ before: { deviceParams: loggedValues(wanted.sheet) } });
      const templateid = await templates.add(caller, wanted, keys);
      lookAt(caller, templateid);
      return { ...SUCCESS, templateid };
    }),
    handle(putParameterTemplate, async (caller, { templateid, seenUpdatetime, ...input }, { note }) => {
      const { sheet } = templates.must(caller, templateid);
      const { wanted, keys } = checked(kit, caller, input);
      note?.({ before: { was: loggedValues(sheet), deviceParams: loggedValues(wanted.sheet) } });
      await templates.change(caller, templateid, wanted, keys, seenUpdatetime);
      lookAt(caller, templateid);
      return SUCCESS;
    }),
    handle(deleteParameterTemplate, async (caller, { templateid }, { note }) => {
      note?.({ before: { name: templates.must(caller, templateid).name } });
      await templates.remove(caller, templateid);
      return SUCCESS;
    }),
    handle(applyParameterTemplate, async (caller, { templateid, action }) => {
      const template = templates.must(caller, templateid);
      if (action === 'check') {
        lookAt(caller, templateid);
        return SUCCESS;
      }
      assertMaySet(caller, Object.keys(template.sheet));
      const rows = rowsOf(kit, caller, template).filter(({ state }) => state !== 'same');
      if (rows.length === 0) return { ...SUCCESS, message: 'Every device holds it already.' };
      await keeper.forgive(rows.map(({ key }) => key));
      const chosen = rows.map(({ key: deviceKey, deviceid: deviceId }) => ({ deviceKey, deviceId }));
      const batchid = await batches.add(caller, { sheet: template.sheet, memo: template.name }, chosen);
      return { ...SUCCESS, batchid };
    }),
  ];
};
