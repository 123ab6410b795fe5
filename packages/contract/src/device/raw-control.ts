// How a value is set of which only its device knows what it is: the control that its hint means, for form and check alike.
import type { RawHint, RawParameter } from './device-setup.ts';
import type { ItemControl, ParameterRow } from './parameter.ts';

const SAFE = Number.MAX_SAFE_INTEGER;
const MOST_TEXT = 255;

const itemControl = (h: RawHint): ItemControl => {
  const { min = -SAFE, max = SAFE, unit = '' } = h;
  switch (h.c) {
    case 'switch':
      return { kind: 'switch' };
    case 'number':
      return { kind: 'number', min, max, unit };
    case 'time':
      return { kind: 'time' };
    case 'bits':
      return { kind: 'bits', names: h.bits ?? [], max: h.max ?? 0xffffffff };
    case 'select':
      return { kind: 'select', options: h.options ?? [] };
    case 'text':
      return { kind: 'text', most: h.max ?? MOST_TEXT };
    case 'list':
      if (h.options !== undefined) return { kind: 'select', options: h.options };
      return h.min === undefined ? { kind: 'text', most: MOST_TEXT } : { kind: 'number', min, max, unit };
  }
};

/** What a check needs of it. */
export const rawControl = ({ h }: Pick<RawParameter, 'h'>): Pick<ParameterRow, 'control'> => ({
  control: h.c === 'list' ? { kind: 'each', of: itemControl(h), count: 'any', name: 'Value' } : itemControl(h),
});
