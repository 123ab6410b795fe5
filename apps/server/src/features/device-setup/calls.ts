// Calls and commands of device parameters: who may have which, and what the access log keeps.
import {
  AppError,
  d14RawParameters,
  d16SetRawParameter,
  HIDDEN_VALUE,
  type ParameterValue,
  type ParameterValues,
  parameterOf,
  postDeviceSetup,
  putDeviceSetup,
} from '@outrider/contract';
import type { Caller, Devices } from '../../kernel/access/access.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { isOwnName, rawChange, rawList } from './raw-list.ts';
import type { DeviceSetup } from './service.ts';
import type { ParameterAnswer } from '../../gateway/index.ts';

type Kit = { setup: DeviceSetup; devices: Devices; clock: Clock };

const may = ({ rights }: Caller, key: string): boolean => {
  const right = parameterOf(key)?.right;
  return right !== undefined && rights.has(right);
};
const mine = (caller: Caller, values: ParameterValues): ParameterValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => may(caller, key)));

const assertMaySet = (caller: Caller, keys: readonly string[]): void => {
  if (keys.length === 0) throw new AppError('invalid', 'deviceParams: There is nothing to set.');
  const [refused] = keys.filter((key) => !may(caller, key));
  if (refused !== undefined)
    throw new AppError('forbidden', `The right ${parameterOf(refused)?.right ?? 'F_rmdvrs'} is missing.`);
};

const loggedText = (key: string, value: ParameterValue | undefined): string =>
  parameterOf(key)?.secret === undefined ? String(value ?? '') : HIDDEN_VALUE;
/** 'before → after' of each, without secrets. */
const loggedChange = (before: ParameterValues, after: ParameterValues): Record<string, string> =>
  Object.fromEntries(
    Object.keys(after).map((key) => [key, `${loggedText(key, before[key])} → ${loggedText(key, after[key])}`]),
  );

const masked = (values: ParameterValues): ParameterValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      parameterOf(key)?.secret === 'hidden' && value !== '' ? HIDDEN_VALUE : value,
    ]),
  );

type Told = Pick<ParameterAnswer, 'values' | 'wrong' | 'cut'> & { readMs: number; away: boolean };
/** What the device tells; of one that is away what it told last, unless there is nothing at all to show. */
const sheetOf = async (
  setup: DeviceSetup,
  clock: Clock,
  deviceKey: number,
  pending: ParameterValues,
): Promise<Told> => {
  const last = setup.isAway(deviceKey) ? await setup.lastTold(deviceKey) : undefined;
  const away = setup.isAway(deviceKey) && (last !== undefined || Object.keys(pending).length > 0);
  if (away) return { values: last?.sheet ?? {}, wrong: [], cut: false, readMs: last?.readMs ?? clock.now(), away };
  const { values, wrong, cut } = await setup.load(deviceKey);
  return { values, wrong, cut, readMs: clock.now(), away };
};

export const setupCalls = ({ setup, devices, clock }: Kit): CallHandler[] => [
  handle(postDeviceSetup, async (caller, { deviceid }) => {
    const { deviceKey } = devices.seen(caller, deviceid);
    const pending = await setup.pending(deviceKey);
    const { values, wrong, cut, readMs, away } = await sheetOf(setup, clock, deviceKey, pending);
    const changes = (await setup.changesOf(deviceKey)).filter(({ parameter }) => may(caller, parameter));
    return {
      success: true as const,
      data: { current: mine(caller, values), offlineset: masked(mine(caller, pending)) },
      wrong: [...wrong],
      cut,
      changes: Object.fromEntries(
        changes.map(({ parameter, updatedBy, updatedMs }) => [parameter, { by: updatedBy, time: updatedMs }]),
      ),
      readms: readMs,
      away,
    };
  }),
  handle(putDeviceSetup, async (caller, { deviceid, deviceParams, seen, seenms }, { note }) => {
    const { deviceKey } = devices.seen(caller, deviceid);
    assertMaySet(caller, Object.keys(deviceParams));
    const outcome = await setup.save({
      deviceKey,
      deviceId: deviceid,
      by: caller.userName,
      values: deviceParams,
      seen: seen ?? {},
      seenMs: seenms ?? 0,
      kept: true,
      before: (before) => note?.({ before: { deviceParams: loggedChange(before, deviceParams) } }),
    });
    const message = outcome.result === '1' ? 'Save Success' : 'Saved for when the device is online';
    return { hasError: 0 as const, message, ...outcome };
  }),
];

export const setupCommands = ({ setup, devices }: Kit): CommandHandler[] => [
  answer(d14RawParameters, async ({ caller }, { I }) => {
    const { deviceKey } = devices.seen(caller, I);
    const listed = rawList(await setup.load(deviceKey));
    return { I, Z: [...listed, ...(await setup.ownValues(deviceKey))] };
  }),
  answer(d16SetRawParameter, async ({ caller }, { I, A, B }, note) => {
    const { deviceKey } = devices.seen(caller, I);
    const own = isOwnName(A) ? await setup.saveOwn(deviceKey, caller.userName, A, B) : undefined;
    if (own !== undefined) {
      note({ before: { [A]: `→ ${String(B)}` } });
      return { I, A, B: own };
    }
    const change = rawChange(A, B);
    if ('bytes' in change) {
      const now = await setup.saveBytes(deviceKey, caller.userName, A, change.bytes);
      note({ before: { [A]: `→ ${String(B)}` } });
      return { I, A, B: now };
    }
    const { kept } = await setup.save({
      deviceKey,
      deviceId: I,
      by: caller.userName,
      values: { [A]: B },
      seen: {},
      seenMs: 0,
      kept: false,
      before: (before) => note({ before: loggedChange(before, { [A]: B }) }),
    });
    return { I, A, B: kept[A] ?? (change.row.secret === 'hidden' ? HIDDEN_VALUE : B) };
  }),
];
