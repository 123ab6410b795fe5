// Updates of firmware in words: how one stands, and why it failed.
import type { FirmwareWay, RolloutState, UpdateReason, UpdateState } from '@outrider/contract';
import { t } from '../../lib/i18n.ts';

const states: Readonly<Record<UpdateState, string>> = {
  waiting: 'Waits for the device',
  told: 'Told, nothing fetched yet',
  downloading: 'Fetching',
  downloaded: 'Fetched, being checked',
  installing: 'Installing',
  checking: 'Restarting, new version not seen yet',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
const reasons: Readonly<Record<Exclude<UpdateReason, ''>, string>> = {
  refused: 'Refused by the device',
  unsupported: 'Not supported by the device',
  away: 'Device offline',
  download: 'The device could not fetch the file',
  install: 'The device found the file damaged or could not install it',
  cancelled: 'Cancelled',
  target: 'The part that it is for is not there',
  hardware: 'The file is for other hardware',
  'same-version': 'The device has this version already',
  version: 'The file does not fit the version of the device',
  other: 'The device gave up',
  'old-version': 'The device came back with its old version',
  silent: 'Nothing was heard of it',
  busy: 'Another update is under way',
  interrupted: 'The link was lost while the file was sent',
  replaced: 'Replaced by a newer order',
};
const rollouts: Readonly<Record<RolloutState, string>> = {
  scheduled: 'Waits for its time',
  running: 'Under way',
  paused: 'Paused',
  stopped: 'Stopped by itself: too many failed',
  ended: 'Ended',
  done: 'Done',
};
const ways: Readonly<Record<FirmwareWay, string>> = {
  auto: 'By link, else in packets',
  link: 'By link',
  packets: 'In packets',
};
const stages = ['One vehicle', 'One in twenty', 'All vehicles'] as const;

export const updateText = (state: UpdateState | '', reason: UpdateReason): string => {
  if (state === '') return '';
  return reason !== '' && (state === 'failed' || state === 'cancelled') ? t(reasons[reason]) : t(states[state]);
};
export const rolloutText = (state: RolloutState): string => t(rollouts[state]);
export const wayText = (way: FirmwareWay): string => t(ways[way]);
export const stageText = (stage: number): string => t(stages[stage - 1] ?? stages[2]);
