// What a roll-out does next. A pure decision: who is told now, at which stage it is, and whether it goes on.
import type { RolloutState } from '@outrider/contract';
import type { RolloutMember } from './store/rollouts.ts';

/** Fetching at once; a stage of thousands must not fill the line of the server. */
export const AT_ONCE = 20;
const SHARE = 0.05;

export type RolloutNow = { state: RolloutState; stage: number; maxFailures: number };
export type RolloutStep = { state: RolloutState; stage: number; start: number[] };

/** How many have had their turn when a stage is full. */
const fullAt = (stage: number, total: number): number => {
  if (stage === 1) return 1;
  return stage === 2 ? Math.min(total, 1 + Math.max(1, Math.ceil(total * SHARE))) : total;
};

/** `isReady`: it is there, and has nothing else under way. */
export const nextStep = (
  { state, stage, maxFailures }: RolloutNow,
  members: readonly Pick<RolloutMember, 'deviceKey' | 'state'>[],
  isReady: (deviceKey: number) => boolean,
): RolloutStep => {
  if (state !== 'running') return { state, stage, start: [] };
  const count = (wanted: RolloutMember['state']): number => members.filter((member) => member.state === wanted).length;
  const [planned, running, failed] = [count('planned'), count('running'), count('failed')];
  if (failed > maxFailures) return { state: 'stopped', stage, start: [] };
  if (planned === 0 && running === 0) return { state: 'done', stage, start: [] };
  const begun = members.length - planned;
  const isFull = begun >= fullAt(stage, members.length);
  if (isFull && running === 0 && stage < 3) return nextStep({ state, stage: stage + 1, maxFailures }, members, isReady);
  const room = Math.min(fullAt(stage, members.length) - begun, AT_ONCE - running);
  const start: number[] = [];
  for (const { deviceKey, state: own } of members) {
    if (start.length >= room) break;
    if (own === 'planned' && isReady(deviceKey)) start.push(deviceKey);
  }
  return { state, stage, start };
};
