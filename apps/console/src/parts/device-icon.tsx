// The picture of a vehicle's kind by its icon index. Says what it is, not how it is: that is device-glyph.tsx.
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';

/** Side views on a field of 24 by 16, wheels on the ground line. The order is the index: rows are only ever appended. */
const shapes = [
  // truck
  'M1 2.5h13V12H7a2.5 2.5 0 0 0-5 0H1zM15 5h4l3.5 4v3H21a2.5 2.5 0 0 0-5 0h-1zM16.5 6.3V9h4.2l-2.4-2.7z|4.5,13 18.5,13',
  // bus
  'M1 3.5A1.5 1.5 0 0 1 2.5 2H21a1.5 1.5 0 0 1 1.5 1.5V12H21a2.5 2.5 0 0 0-5 0H8a2.5 2.5 0 0 0-5 0H1zM3 4v3.5h4V4zM8.5 4v3.5h4V4zM14 4v3.5h4V4zM19.5 4v5h1.5V4z|5.5,13 18.5,13',
  // car
  'M1 9.5 4 8l3-4h8l4 4 3 1v3h-1.5a2.5 2.5 0 0 0-5 0H9a2.5 2.5 0 0 0-5 0H1zM7.8 5.3 6 8h4.6V5.3zM12 5.3V8h5l-2.7-2.7z|6.5,13 18,13',
  // van
  'M1 3.5A1.5 1.5 0 0 1 2.5 2H15l5 5.5 2.5 1V12H21a2.5 2.5 0 0 0-5 0H8a2.5 2.5 0 0 0-5 0H1zM13 3.6v4h5l-3.6-4z|5.5,13 18.5,13',
  // trailer
  'M.5 2h14.5v8.5H.5zM16 4h3l3.5 4v4H21a2.2 2.2 0 0 0-4.4 0H16zM17.2 5.4V8h3.4l-2.2-2.6zM8 12h8v.6H8z|3,13 7,13 18.8,13',
  // taxi
  'M10 1.5h4V4h-4zM1 9.5 4 8l3-4h8l4 4 3 1v3h-1.5a2.5 2.5 0 0 0-5 0H9a2.5 2.5 0 0 0-5 0H1zM7.8 5.3 6 8h4.6V5.3zM12 5.3V8h5l-2.7-2.7z|6.5,13 18,13',
  // motorcycle
  'M15 3h3l.6 2H17l1 2.5-3.5 4H9.5L6 8 3 7.5V6l5 .5L10.5 8h3L15.8 6z|4.5,12 19,12',
  // excavator
  'M8 4h5v5H8zM14 7l3-5.5 1.5.7-3 6.3zM17.5 2l4 5-1 3.5-2 .5 1-3.5-3-4zM3 9.5h11v1.5H3z|4,13 8.5,13 13,13',
  // boat
  'M11 1h1.5v3H16l1.5 4.5H21L18.5 13h-14L2 8.5h4L7 4h4z|',
  // ambulance
  'M1 3.5A1.5 1.5 0 0 1 2.5 2H15l5 5.5 2.5 1V12H21a2.5 2.5 0 0 0-5 0H8a2.5 2.5 0 0 0-5 0H1zM13 3.6v4h5l-3.6-4zM6 3.5v1.7H4.3v1.6H6v1.7h1.6V6.8h1.7V5.2H7.6V3.5z|5.5,13 18.5,13',
] as const;

/** The kinds of vehicle in the order of their index, in the operator's words. */
export const deviceKinds = (): readonly string[] => [
  t('Truck'),
  t('Bus'),
  t('Car'),
  t('Van'),
  t('Semi-trailer'),
  t('Taxi'),
  t('Motorcycle'),
  t('Excavator'),
  t('Boat'),
  t('Ambulance'),
];

/** Drawn in the text's colour; `size` is its height in pixels. An index without a picture shows the first one. */
export const DeviceIcon = ({ index, size = 14 }: { index: number; size?: number }): ReactElement => {
  const known = index in shapes ? index : 0;
  const [body = '', wheels = ''] = (shapes[known] ?? shapes[0]).split('|');
  return (
    <svg
      role="img"
      aria-label={deviceKinds()[known]}
      data-icon={known}
      viewBox="0 0 24 16"
      width={size * 1.5}
      height={size}
      fill="currentColor"
      fillRule="evenodd"
      style={{ flex: 'none' }}
    >
      <path d={body} />
      {wheels
        .split(' ')
        .filter((wheel) => wheel !== '')
        .map((wheel) => {
          const [x, y] = wheel.split(',');
          return <circle key={wheel} cx={x} cy={y} r="1.9" />;
        })}
    </svg>
  );
};
