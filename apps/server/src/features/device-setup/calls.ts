// Calls and commands of device parameters: who may have which, and what the access log keeps.
import {
  d14RawParameters,
  d16SetRawParameter,
  HIDDEN_VALUE,
  type ParameterValues,
  parameterOf,
  postDeviceSetup,
  putDeviceSetup,
} from '@outrider/contract';
import type { Devices } from '../../kernel/access/access.ts';
import { answer, type CommandHandler } from '../../kernel/channel/channel.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { isOwnName, rawChange, rawList } from './raw-list.ts';
import type { DeviceSetup } from './service.ts';
import { assertMaySet, loggedChange, mayHave, ownOf } from './value-rights.ts';
import type { ParameterAnswer } from '../../gateway/index.ts';

type Kit = { setup: DeviceSetup; devices: Devices; clock: Clock };

const masked = (values: ParameterValues): ParameterValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      parameterOf(key)?.secret === 'hidden' && value !== '' ? HIDDEN_VALUE : value,
    ]),
  );

type Told = Pick<ParameterAnswer, 'values' | 'wrong' | 'cut'> & { readMs: number; away: boolean; silent: boolean };
/** What the device tells; of one that is away or silent what it told last, unless there is nothing at all to show. */
const sheetOf = async (
  setup: DeviceSetup,
  clock: Clock,
  deviceKey: number,
  pending: ParameterValues,
): Promise<Told> => {
  const hasWaiting = Object.keys(pending).length > 0;
  const isAway = setup.isAway(deviceKey);
  // A minute of asking again would only tell that it does not answer.
  const silent = !isAway && hasWaiting && setup.isSilent(deviceKey);
  const last = isAway || silent ? await setup.lastTold(deviceKey) : undefined;
  const away = isAway && (last !== undefined || hasWaiting);
  if (away || silent)
    return { values: last?.sheet ?? {}, wrong: [], cut: false, readMs: last?.readMs ?? clock.now(), away, silent };
  const { values, wrong, cut } = await setup.load(deviceKey);
  return { values, wrong, cut, readMs: clock.now(), away, silent };
};

export const setupCalls = ({ setup, devices, clock }: Kit): CallHandler[] => [
  handle(postDeviceSetup, async (caller, { deviceid }) => {
    const { deviceKey } = devices.seen(caller, deviceid);
    const pending = await setup.pending(deviceKey);
    const { values, wrong, cut, readMs, away, silent } = await sheetOf(setup, clock, deviceKey, pending);
    const changes = (await setup.changesOf(deviceKey)).filter(({ parameter }) => mayHave(caller, parameter));
    return {
      success: true as const,
      data: { current: ownOf(caller, values), offlineset: masked(ownOf(caller, pending)) },
      wrong: [...wrong],
      cut,
      changes: Object.fromEntries(
        changes.map(({ parameter, updatedBy, updatedMs }) => [parameter, { by: updatedBy, time: updatedMs }]),
      ),
      readms: readMs,
      away,
      silent,
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
      note({ before: { [A]: `→ ${HIDDEN_VALUE}` } });
      return { I, A, B: own };
    }
    const change = rawChange(A, B);
    if ('bytes' in change) {
      const now = await setup.saveBytes(deviceKey, caller.userName, A, change.bytes);
      note({ before: { [A]: `→ ${HIDDEN_VALUE}` } });
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
