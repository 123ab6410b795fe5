// Keys of the configuration that stand behind tabs of the server settings: when the server starts again by itself, Google's map tiles, and
// the service that accounts may name. The others stand in config.ts.
import { integer, text } from './config-values.ts';

export const restartConfig = {
  restartPlan: integer(
    0,
    0,
    6,
    'When the server starts again by itself: 0 never, 1 to 3 its machine each day, Monday or first of the month, 4 to 6 the process alone.',
  ),
  restartHour: integer(4, 0, 23, 'The hour of such a restart, by the clock of the machine.'),
  machineRestartCommand: text(
    '',
    'The command that restarts the machine, as the user of the server may run it: a program and its words, without a shell; empty: plans for the machine cannot be chosen.',
    { range: 'one line', pattern: /^[^\p{Cc}]{0,500}$/u },
  ),
};

export const geoConfig = {
  geotabService: text(
    'https://my.geotab.com',
    'The service MyGeotab, which is asked only for accounts that name one there.',
    {
      range: 'an address like https://my.geotab.com',
      pattern: /^https?:\/\/[A-Za-z0-9.:-]{1,253}$/,
    },
  ),
};

export const mapConfig = {
  googleTiles: text(
    'https://tile.googleapis.com',
    "The service of Google's map tiles, which is asked only where there is a key.",
    {
      range: 'an address like https://tile.googleapis.com',
      pattern: /^https?:\/\/[A-Za-z0-9.:-]{1,253}$/,
    },
  ),
};
