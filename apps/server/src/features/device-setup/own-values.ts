// Values that only the maker of a device knows: the device says by the vendor block which it has, what they are and how they are set.
import {
  AppError,
  parameterFault,
  type ParameterValue,
  rawControl,
  rawParameter,
  type RawParameter,
} from '@outrider/contract';
import { type DeviceLink, vendorSkills } from '../../gateway/index.ts';

const MOST = 200;

const fieldIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined;

/** What cannot be read is left out. */
export const ownValues = async (link: DeviceLink): Promise<RawParameter[]> => {
  const skills = await vendorSkills(link);
  if (skills?.commands.includes('read-own') !== true) return [];
  const answer = await link.order('vendor', { command: 'read-own' });
  const told = answer !== null && 'json' in answer ? fieldIn(answer.json, 'values') : undefined;
  return (Array.isArray(told) ? told : []).slice(0, MOST).flatMap((each): RawParameter[] => {
    const { data } = rawParameter.safeParse(each);
    return data === undefined ? [] : [{ ...data, h: { ...data.h, own: true } }];
  });
};

/** Sets one of them; gives what the device has then. Undefined: it has none of that name. Rejects with invalid for what it may not be. */
export const setOwnValue = async (
  link: DeviceLink,
  name: string,
  value: ParameterValue,
): Promise<ParameterValue | undefined> => {
  const entry = (await ownValues(link)).find(({ k }) => k === name);
  if (entry === undefined) return undefined;
  if (entry.h.read === true) throw new AppError('invalid', 'This parameter can only be read.');
  const found = parameterFault(rawControl(entry), value);
  if (found !== undefined)
    throw new AppError(
      'invalid',
      found.text.replaceAll(/\{(\w+)\}/g, (whole, part: string) => String(found.values[part] ?? whole)),
    );
  await link.order('vendor', { command: 'write-own', asks: { k: name, v: value } });
  return (await ownValues(link)).find(({ k }) => k === name)?.v;
};
