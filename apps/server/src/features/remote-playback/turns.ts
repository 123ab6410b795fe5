// Whose turn it is at the channels of devices, as a playback sees it: who comes waits a moment, who rests gives the device away, and who
// goes on after a rest asks again. Who has a channel now is claims.ts.
import type { Clock } from '../../kernel/clock.ts';
import type { Claim, Claims } from './claims.ts';

export type TurnPlace = { deviceKey: number; channel: number };

/** A page that was left closes its sockets a moment after the next one asks. */
const LEAVING_MS = 3000;
const ELSEWHERE = 'Somebody else plays this channel of the device';
const OWN_ELSEWHERE = 'You play this channel of the device in another window';

export class Turns {
  private readonly clock: Clock;
  private readonly claims: Claims;

  constructor(clock: Clock, claims: Claims) {
    this.clock = clock;
    this.claims = claims;
  }

  /** Before a playback begins: a fetch gives way, and a window that was closed a moment ago is waited for. */
  async clear({ deviceKey, channel }: TurnPlace): Promise<void> {
    const claim = this.claims.of(deviceKey, channel);
    if (claim === undefined) return;
    if (claim.kind === 'fetch') return claim.yieldUp();
    const patience = new AbortController();
    const timer = this.clock.after(LEAVING_MS, () => patience.abort());
    await this.claims.free(deviceKey, channel, patience.signal);
    timer.cancel();
  }

  /** Why this user does not get the channel now; undefined: nobody has it. */
  taken({ deviceKey, channel }: TurnPlace, userId: number): string | undefined {
    const claim = this.claims.of(deviceKey, channel);
    if (claim === undefined) return undefined;
    return claim.userId === userId ? OWN_ELSEWHERE : ELSEWHERE;
  }

  /** Before the device is asked again. Gives why it may not be; undefined: the channel is its own. `left`: it was closed meanwhile. */
  async resume({ deviceKey, channel }: TurnPlace, claim: Claim, left: () => boolean): Promise<string | undefined> {
    const held = this.claims.of(deviceKey, channel);
    if (held === claim) return undefined;
    if (held?.kind === 'fetch') await held.yieldUp();
    if (left()) return undefined;
    const why = this.taken({ deviceKey, channel }, claim.userId);
    if (why === undefined) this.claims.take(deviceKey, channel, claim);
    return why;
  }
}
