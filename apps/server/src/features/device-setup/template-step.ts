// What templates ask of a device, what differs from it, and whether the device is told now. Pure.
import type { ParameterValues, TemplateDevice, TemplateDeviceState } from '@outrider/contract';
import { isSame } from './ask-device.ts';
import type { ParameterState, StoredTemplate } from './store/templates.ts';

const DAY_MS = 86_400_000;
/** A device that forgets, or restarts when it is told, must not be told in a circle. */
const TOLD_A_DAY = 3;

export const unreadState = (deviceKey: number): ParameterState => ({
  deviceKey,
  readMs: 0,
  has: {},
  lacks: [],
  refused: {},
  toldMs: 0,
  toldCount: 0,
});

/** What all of these say together: the newest counts. */
export const wantedOf = (templates: readonly Pick<StoredTemplate, 'sheet'>[]): ParameterValues =>
  Object.assign({}, ...templates.map(({ sheet }) => sheet));

/** After the device was asked for these; others stay as it said them before. */
export const heard = (
  state: ParameterState,
  keys: readonly string[],
  values: ParameterValues,
  readMs: number,
): ParameterState => ({
  ...state,
  readMs,
  has: {
    ...state.has,
    ...Object.fromEntries(keys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]]))),
  },
  lacks: [...state.lacks.filter((key) => !keys.includes(key)), ...keys.filter((key) => values[key] === undefined)],
});

const isLeftAlone = ({ refused, lacks }: ParameterState, key: string, wanted: ParameterValues): boolean =>
  lacks.includes(key) || (refused[key] !== undefined && isSame(key, wanted[key], refused[key]));

const differing = (wanted: ParameterValues, { has, lacks }: ParameterState): string[] =>
  Object.keys(wanted).filter(
    (key) => lacks.includes(key) || (has[key] !== undefined && !isSame(key, wanted[key], has[key])),
  );

/** What the device is to be told; nothing where it was told often enough. */
export const toTell = (wanted: ParameterValues, state: ParameterState, nowMs: number): ParameterValues => {
  if (nowMs - state.toldMs < DAY_MS && state.toldCount >= TOLD_A_DAY) return {};
  const keys = differing(wanted, state).filter((key) => !isLeftAlone(state, key, wanted));
  return Object.fromEntries(keys.flatMap((key) => (wanted[key] === undefined ? [] : [[key, wanted[key]]])));
};

export const told = (state: ParameterState, nowMs: number): ParameterState => {
  const isNewDay = nowMs - state.toldMs >= DAY_MS;
  return { ...state, toldMs: isNewDay ? nowMs : state.toldMs, toldCount: isNewDay ? 1 : state.toldCount + 1 };
};

/** What it was told and does not hold now it is not told again. */
export const afterTelling = (state: ParameterState, values: ParameterValues): ParameterState => {
  const kept = differing(values, state);
  const others = Object.entries(state.refused).filter(([key]) => values[key] === undefined);
  return {
    ...state,
    refused: { ...Object.fromEntries(others), ...Object.fromEntries(kept.map((key) => [key, values[key] ?? ''])) },
  };
};

/** How a device stands to what is asked of it; `keys` are those of `wanted`. */
export const standingOf = (
  keys: readonly string[],
  wanted: ParameterValues,
  state: ParameterState | undefined,
): TemplateDeviceState => {
  if (state === undefined || keys.some((key) => state.has[key] === undefined && !state.lacks.includes(key)))
    return 'unread';
  const { has, lacks } = state;
  const differs = keys.filter((key) => !lacks.includes(key) && !isSame(key, wanted[key], has[key]));
  if (differs.length === 0) return keys.some((key) => lacks.includes(key)) ? 'unsupported' : 'same';
  return differs.every((key) => isLeftAlone(state, key, wanted)) ? 'refused' : 'differs';
};

/** One device of a template, as its page shows it. */
export const templateRow = (
  deviceid: string,
  wanted: ParameterValues,
  state: ParameterState | undefined,
): TemplateDevice => {
  const standing = standingOf(Object.keys(wanted), wanted, state);
  if (state === undefined || standing === 'unread') return { deviceid, state: 'unread', read: null, differs: [] };
  const differs = differing(wanted, state).map((parameter) => ({
    parameter,
    wanted: wanted[parameter] ?? '',
    ...(!state.lacks.includes(parameter) && { has: state.has[parameter] ?? '' }),
    refused: isLeftAlone(state, parameter, wanted),
  }));
  return { deviceid, state: standing, read: state.readMs, differs };
};
