// How a terminal takes a firmware in packets (0x8108): some answer each, some lose a few and ask for them again (0x0005). Others say nothing
// before they have all of it.
import { t0001GeneralReply, t0005ResendRequest } from '@outrider/jt808';
import type { Frame, MessageCodec } from '@outrider/jt808';
import type { Clock, Timer } from '../clock.ts';
import type { Faults } from '../faults.ts';

const UPGRADE_PACKET = 0x8108;
/** One in so many is lost, once. */
const LOST_EACH = 7;
const QUIET_MS = 500;
const MOST_ASKED = 100;

type Kit = {
  readonly clock: Clock;
  readonly faults: Faults;
  readonly send: <T>(codec: MessageCodec<T>, message: T) => void;
};

export class PacketHabits {
  private readonly kit: Kit;
  private firstSerial = -1;
  private total = 0;
  private readonly there = new Set<number>();
  private readonly lost = new Set<number>();
  private quiet: Timer | null = null;

  constructor(kit: Kit) {
    this.kit = kit;
  }

  /** False: it is lost. */
  takes({ header }: Frame): boolean {
    const { packets } = this.kit.faults;
    if (packets === undefined || header.messageId !== UPGRADE_PACKET || !header.subpackaged) return true;
    const { packageTotal = 0, packageIndex = 0, serial } = header;
    const firstSerial = (serial - packageIndex + 1) & 0xffff;
    if (firstSerial !== this.firstSerial) {
      this.there.clear();
      this.lost.clear();
    }
    Object.assign(this, { firstSerial, total: packageTotal });
    if (packets === 'lossy') this.askSoon();
    if (packets === 'lossy' && packageIndex % LOST_EACH === 0 && !this.lost.has(packageIndex)) {
      this.lost.add(packageIndex);
      return false;
    }
    this.there.add(packageIndex);
    if (packets === 'answered')
      this.kit.send(t0001GeneralReply, { replySerial: serial, replyId: UPGRADE_PACKET, result: 0 });
    return true;
  }

  close(): void {
    this.quiet?.cancel();
  }

  private askSoon(): void {
    this.quiet?.cancel();
    this.quiet = this.kit.clock.after(QUIET_MS, () => {
      const missing = Array.from({ length: this.total }, (_, i) => i + 1).filter((index) => !this.there.has(index));
      if (missing.length === 0) return;
      this.kit.send(t0005ResendRequest, { firstSerial: this.firstSerial, packages: missing.slice(0, MOST_ASKED) });
      this.askSoon();
    });
  }
}
