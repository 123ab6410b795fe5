// What a device says of a firmware that it was told to install: how far it is (0x1FC4) and what came of it (0x0108), in neutral words.
import { GENERAL_RESULT, t0108UpgradeResult, t1fc4UpgradeProgress } from '@outrider/jt808';
import type { UpgradeNews } from '../../ports.ts';
import type { Handler } from '../handler.ts';
import { keepMessage } from './keep-message.ts';

const failed = (reason: UpgradeNews['reason']): UpgradeNews => ({ step: 'failed', percent: null, reason });

/** States of 0x1FC4. What stands in no table is told as a failure of another kind. */
const ofState = (state: number, percent: number): UpgradeNews => {
  const step = ({ 1: 'downloading', 2: 'downloaded', 4: 'installing', 5: 'installed' } as const)[state];
  if (step !== undefined) return { step, percent: Math.min(percent, 100), reason: '' };
  const reasons: Record<number, UpgradeNews['reason']> = {
    3: 'download',
    6: 'install',
    7: 'target',
    8: 'hardware',
    9: 'same-version',
    10: 'version',
  };
  return failed(reasons[state] ?? 'other');
};

/** Results of 0x0108, with those of the active-safety standard. */
const results: Record<number, UpgradeNews['reason']> = {
  1: 'install',
  2: 'cancelled',
  0x10: 'target',
  0x11: 'hardware',
  0x12: 'same-version',
  0x13: 'version',
};

export const upgradeProgress: Handler = (connection, { header, body }) => {
  const { state, progress } = t1fc4UpgradeProgress.decode(body, connection.codec.edition);
  const { accepted, kit } = connection;
  if (accepted !== null) kit.onUpgrade(accepted, ofState(state, progress));
  connection.answer(header, GENERAL_RESULT.done);
};

const keep = keepMessage('upgrade-result');

/** Told before it is kept: the room that waits for it looks at the device itself in the end. */
export const upgradeResult: Handler = (connection, message) => {
  const { result } = t0108UpgradeResult.decode(message.body, connection.codec.edition);
  const { accepted, kit } = connection;
  const installed: UpgradeNews = { step: 'installed', percent: 100, reason: '' };
  if (accepted !== null) kit.onUpgrade(accepted, result === 0 ? installed : failed(results[result] ?? 'other'));
  keep(connection, message);
};
