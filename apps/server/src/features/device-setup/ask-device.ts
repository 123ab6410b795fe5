// What a device is asked for and told, wherever a parameter lies: in one of the standards, or in the vendor block. Order and turns are
// service.ts.
import {
  AppError,
  isSameValue,
  isStandardRow,
  isVendorRow,
  type ParameterRow,
  type ParameterValue,
  type ParameterValues,
  parameterOf,
} from '@outrider/contract';
import { type DeviceLink, type HeldParameter, type ParameterAnswer, vendorSkills } from '../../gateway/index.ts';

const rowOf = (key: string): ParameterRow => {
  const row = parameterOf(key);
  if (row === undefined) throw new AppError('invalid', `deviceParams.${key}: There is no such parameter.`);
  return row;
};
const idsOf = (keys: readonly string[]): number[] => [
  ...new Set(keys.map(rowOf).flatMap((row) => (isStandardRow(row) ? [row.place.id] : []))),
];
const inBlock = (keys: readonly string[]): string[] => keys.filter((key) => isVendorRow(rowOf(key)));
export const only = (values: ParameterValues, keys: readonly string[]): ParameterValues =>
  Object.fromEntries(keys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])));
/** Devices and their answers know no spaces around a text. */
const plain = (value: ParameterValue | undefined): ParameterValue | undefined =>
  typeof value === 'string' ? value.trim() : value;
export const isSame = (key: string, asked: ParameterValue | undefined, has: ParameterValue | undefined): boolean =>
  rowOf(key).secret === 'hidden' ? (asked === '') === (has === '') : isSameValue(plain(asked), plain(has));

export const failedWith = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof AppError && codes.includes(error.code);

const missingText = (names: readonly string[]): string =>
  `The device does not have this parameter: ${names.join(', ')}`;
export const missing = (names: readonly string[]): AppError => new AppError('device_unsupported', missingText(names));

/** Of what many devices are told at once, what this one has; `lacks` names the others, in words. Throws where it has none of it. */
export const supported = (values: ParameterValues, has: ParameterValues): { own: ParameterValues; lacks: string } => {
  const keys = Object.keys(values);
  const lacked = keys.filter((key) => has[key] === undefined);
  if (lacked.length === keys.length) throw missing(lacked);
  const own = only(
    values,
    keys.filter((key) => has[key] !== undefined),
  );
  return { own, lacks: lacked.length === 0 ? '' : missingText(lacked) };
};

/** Some recorders know only the question for everything. */
export const askFor = async (link: DeviceLink, ids: readonly number[]): Promise<ParameterAnswer> => {
  if (ids.length === 0) return { values: {}, held: [], wrong: [], cut: false };
  try {
    return await link.order('someParameters', { ids });
  } catch (error) {
    if (!failedWith(error, 'device_refused', 'device_unsupported')) throw error;
    return link.order('parameters', {});
  }
};

/** What the vendor block has, of devices that say that they know it; without `keys` all. */
const askBlock = async (
  link: DeviceLink,
  keys?: readonly string[],
): Promise<Pick<ParameterAnswer, 'values' | 'wrong'>> => {
  const none = { values: {}, wrong: [] };
  if (keys?.length === 0) return none;
  const skills = await vendorSkills(link);
  if (skills === undefined || !skills.commands.includes('read-settings')) return none;
  try {
    return await link.order('vendorSettings', keys === undefined ? {} : { keys });
  } catch (error) {
    // A block that fails costs its own values and no others.
    if (keys !== undefined || !failedWith(error, 'device_refused', 'device_timeout')) throw error;
    return { values: {}, wrong: [{ id: 'vendor block', trouble: 'value', bytes: 0 }] };
  }
};
const withBlock = (
  answer: ParameterAnswer,
  { values, wrong }: Pick<ParameterAnswer, 'values' | 'wrong'>,
): ParameterAnswer => ({ ...answer, values: { ...answer.values, ...values }, wrong: [...answer.wrong, ...wrong] });
/** Those of `keys`, wherever they lie. */
export const askKeys = async (link: DeviceLink, keys: readonly string[]): Promise<ParameterAnswer> =>
  withBlock(await askFor(link, idsOf(keys)), await askBlock(link, inBlock(keys)));

/** All that the device tells. */
export const askAll = async (link: DeviceLink): Promise<ParameterAnswer> =>
  withBlock(await link.order('parameters', {}), await askBlock(link));

/** `held`: what it answered just now. What the standards have goes first: where the device refuses that, nothing was set. */
export const tell = async (
  link: DeviceLink,
  values: ParameterValues,
  held: readonly HeldParameter[],
): Promise<void> => {
  const [own, others] = [inBlock(Object.keys(values)), idsOf(Object.keys(values))];
  if (others.length > 0) await link.order('setParameters', { values, held });
  if (own.length > 0) await link.order('setVendorSettings', { values: only(values, own) });
};
