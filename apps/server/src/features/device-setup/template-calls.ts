// Calls of templates: each value needs its right, each device must be seen, a template belongs to who made it and to level 0.
import {
  applyParameterTemplate,
  deleteParameterTemplate,
  getParameterTemplates,
  getTemplateDevices,
  getTemplateNamed,
  type ParameterTemplate,
  postParameterTemplate,
  putParameterTemplate,
  TEMPLATE_PAGE_ROWS,
  type TemplateCounts,
  type TemplateDeviceState,
} from '@outrider/contract';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { byName } from '../../kernel/by-name.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import type { ParameterBatches } from './batches.ts';
import { byNeed, TemplateFleet, type Visible } from './template-fleet.ts';
import type { TemplateKeeper } from './template-keeper.ts';
import { templateRow } from './template-step.ts';
import type { StoredTemplate } from './store/templates.ts';
import type { NewTemplate, Templates } from './templates.ts';
import { assertMaySet, loggedValues, ownOf } from './value-rights.ts';

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
  clock: Clock;
};
type Kit = TemplateCallsKit & { fleet: TemplateFleet };
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

const shown = (caller: Caller, template: StoredTemplate, counts: TemplateCounts): ParameterTemplate => {
  const { id, name, memo, sheet, groupIds, keep, updatedMs, updatedBy } = template;
  return {
    templateid: id,
    name,
    memo,
    deviceParams: ownOf(caller, sheet),
    groupids: [...groupIds],
    keep,
    counts,
    updatetime: updatedMs,
    updateby: updatedBy,
  };
};

const listed = async ({ templates, fleet }: Kit, caller: Caller): Promise<ParameterTemplate[]> => {
  const own = templates.list(caller);
  const counts = await fleet.counts(caller, own);
  return own
    .flatMap((template) => {
      const standing = counts.get(template.id);
      return standing === undefined ? [] : [shown(caller, template, standing)];
    })
    .toSorted(byName);
};

type Look = { templateid: number; state?: TemplateDeviceState | undefined; page: number };
const pageOf = async ({ templates, fleet, keeper }: Kit, caller: Caller, { templateid, state, page }: Look) => {
  const template = templates.must(caller, templateid);
  const all = await fleet.members(caller, template);
  const members = state === undefined ? all.toSorted(byNeed) : all.filter((member) => member.state === state);
  const from = (page - 1) * TEMPLATE_PAGE_ROWS;
  const wanted = ownOf(caller, template.sheet);
  const rows = members
    .slice(from, from + TEMPLATE_PAGE_ROWS)
    .map(({ key, id }) => templateRow(id, wanted, keeper.stateOf(key)));
  return { total: members.length, rows };
};

/** Sets those that do not hold it by a batch, as far as they have what it says. */
const applied = async (
  { fleet, keeper, batches }: Kit,
  caller: Caller,
  template: StoredTemplate,
): Promise<{ message: string; batchid?: number }> => {
  assertMaySet(caller, Object.keys(template.sheet));
  const members = await fleet.members(caller, template);
  const others = members.filter(({ state }) => state !== 'same' && state !== 'unsupported');
  if (others.length === 0)
    return {
      message: members.some(({ state }) => state === 'unsupported')
        ? 'Every device holds what it supports of it.'
        : 'Every device holds it already.',
    };
  await keeper.forgive(others.map(({ key }) => key));
  const chosen = others.map(({ key: deviceKey, id: deviceId }) => ({ deviceKey, deviceId }));
  const batchid = await batches.add(caller, { sheet: template.sheet, memo: template.name }, chosen);
  return { message: SUCCESS.message, batchid };
};

export const templateCalls = (around: TemplateCallsKit): CallHandler[] => {
  const { templates, keeper, devices, clock } = around;
  const visible = (caller: Caller): Visible[] => devices.visible(caller);
  const fleet = new TemplateFleet({ templates, visible, clock, stateOf: (key) => keeper.stateOf(key) });
  const kit: Kit = { ...around, fleet };
  const lookAt = async (caller: Caller, id: number): Promise<void> =>
    keeper.lookAt((await fleet.members(caller, templates.must(caller, id))).map(({ key }) => key));
  /** Whom the caller was not shown he did not take out. They are told nothing in his name while he may not see them (`Templates.has`). */
  const withUnseen = (id: number, caller: Caller, keys: readonly number[]): number[] => {
    const shownKeys = new Set(visible(caller).map(({ key }) => key));
    return [...new Set([...keys, ...[...templates.namedBy(id)].filter((key) => !shownKeys.has(key))])];
  };
  /** The ids of those that it names, as far as the caller sees them. */
  const shownNames = (id: number, caller: Caller): string[] => {
    const named = templates.namedBy(id);
    return visible(caller).flatMap(({ key, id: deviceId }) => (named.has(key) ? [deviceId] : []));
  };
  return [
    handle(getParameterTemplates, (caller) => listed(kit, caller)),
    handle(getTemplateDevices, (caller, look) => pageOf(kit, caller, look)),
    handle(getTemplateNamed, (caller, { templateid }) => {
      templates.must(caller, templateid);
      return shownNames(templateid, caller);
    }),
    handle(postParameterTemplate, async (caller, input, { note }) => {
      const { wanted, keys } = checked(kit, caller, input);
      note?.({ before: { deviceParams: loggedValues(wanted.sheet) } });
      const templateid = await templates.add(caller, wanted, keys);
      await lookAt(caller, templateid);
      return { ...SUCCESS, templateid };
    }),
    handle(putParameterTemplate, async (caller, { templateid, seenUpdatetime, ...input }, { note }) => {
      const { sheet } = templates.must(caller, templateid);
      const { wanted, keys } = checked(kit, caller, input);
      note?.({ before: { was: loggedValues(sheet), deviceParams: loggedValues(wanted.sheet) } });
      const naming = {
        chosen: () => withUnseen(templateid, caller, keys),
        shown: () => shownNames(templateid, caller),
      };
      await templates.change(caller, templateid, wanted, naming, seenUpdatetime);
      await lookAt(caller, templateid);
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
        await lookAt(caller, templateid);
        return SUCCESS;
      }
      return { ...SUCCESS, ...(await applied(kit, caller, template)) };
    }),
  ];
};
