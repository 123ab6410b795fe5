// What is set, in the words of the form.
import { type ParameterValues, parameterOf } from '@outrider/contract';
import { parameterText, valueText } from '../../parts/parameters/words.ts';

/** 'Speed limit: 80 km/h · Heartbeat: 20 s'. */
export const settingText = (values: ParameterValues): string =>
  Object.entries(values)
    .map(([key, value]) => {
      const row = parameterOf(key);
      return row === undefined ? key : `${parameterText(row)}: ${valueText(row, value)}`;
    })
    .join(' · ');
