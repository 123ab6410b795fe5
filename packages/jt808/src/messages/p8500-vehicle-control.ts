// 0x8500: doors and other controls of the vehicle; answered by 0x0001 and then 0x0500. Section 16.
import { ByteReader, ByteWriter } from '../bytes.ts';
import { readList, readToEnd } from '../fields.ts';
import { message } from '../message.ts';

/** `id` 1 is the doors, `param` 0 lock and 1 open; 0xF001 and up are vendors'. */
export type VehicleControlItem = { readonly id: number; readonly param: number };

/**
 * 2011 and 2013: `flags` bit 0, 0 unlock and 1 lock. 2019: `controls`, where the doors are the other way round. `count` is
 * what was announced; encoding writes the number of controls when it is absent.
 */
export type VehicleControl =
  | { readonly flags: number }
  | { readonly count?: number; readonly controls: readonly VehicleControlItem[] };

const CONTROL_LENGTH = 3;

/** With the count the length is 2 more than a multiple of 3. One server leaves the count out (section 22, row 2). */
const readControls = (reader: ByteReader): VehicleControl => {
  const readControl = (): VehicleControlItem => ({ id: reader.u16(), param: reader.u8() });
  if (reader.remaining % CONTROL_LENGTH === 0) return { controls: readToEnd(reader, readControl) };
  const count = reader.u16();
  return { count, controls: readList(count, readControl) };
};

export const p8500VehicleControl = message<VehicleControl>({
  id: 0x8500,
  name: 'vehicle-control',
  direction: 'down',
  decode: (body, edition) => {
    const reader = new ByteReader(body);
    // The byte of 2013 occurs under long headers and the list of 2019 under short ones: the length tells them apart.
    const list = edition === '2019' ? body.length > 1 : body.length >= 2 + CONTROL_LENGTH;
    return list ? readControls(reader) : { flags: reader.u8() };
  },
  encode: (control, edition) => {
    if ('flags' in control) {
      if (edition === '2019') throw new RangeError('2019 takes a list of controls');
      return new ByteWriter().u8(control.flags).finish();
    }
    if (edition !== '2019') throw new RangeError(`${edition} takes a flag byte`);
    const writer = new ByteWriter().u16(control.count ?? control.controls.length);
    for (const { id, param } of control.controls) writer.u16(id).u8(param);
    return writer.finish();
  },
});
