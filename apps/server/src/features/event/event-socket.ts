// /event.cgi: pushes events to the consoles that may see the device. All that is read from them is whether the server is still there.
import { eventAlive, eventPush, type EventAlive, type EventFilesPush, type EventPush } from '@outrider/contract';
import type { Access } from '../../kernel/access/access.ts';
import type { MayUse } from '../../kernel/channel/socket-guard.ts';
import { createViewerSockets, type ViewerSocketKit, type ViewerSockets } from '../../kernel/channel/viewer-socket.ts';
import type { UpgradeHandler } from '../../kernel/web/upgrade.ts';
import type { HintedEvent } from './file-hints.ts';

export type EventSocketKit = ViewerSocketKit & { access: Access };

/** A console that leaves so much unread is cut; it comes back within a second and asks for the list. */
const MAX_UNREAD_BYTES = 256 * 1024;
const MAX_MESSAGE_BYTES = 1024;
const MAX_SOCKETS = 5000;

const ALIVE = `${JSON.stringify({ cmd: 'alive' } satisfies EventAlive)}\n`;

const mayHear: MayUse = ({ rights }) => rights.has('F_event');

export class EventSocket {
  private readonly kit: EventSocketKit;
  private readonly sockets: ViewerSockets;

  constructor(kit: EventSocketKit) {
    this.kit = kit;
    this.sockets = createViewerSockets(kit, {
      what: 'events',
      may: mayHear,
      refusal: 'This account may not see events.',
      most: { sockets: MAX_SOCKETS, refusal: 'Too many event sockets are open.' },
      maxUnreadBytes: MAX_UNREAD_BYTES,
      maxMessageBytes: MAX_MESSAGE_BYTES,
      says: eventAlive,
      admit: () => null,
      shows: () => [], // asked for each message
      enter: (viewer) => ({ hear: () => viewer.send(ALIVE) }),
    });
  }

  handleUpgrade: UpgradeHandler = (...upgrade) => this.sockets.handleUpgrade(...upgrade);

  tell(deviceKey: number, push: EventPush): void {
    let text: string | undefined;
    for (const socket of this.sockets.open) {
      if (!this.kit.access.maySee(socket.caller, deviceKey)) continue;
      text ??= `${JSON.stringify(eventPush.encode(push))}\n`;
      socket.send(text);
    }
  }

  /** For each open socket, how it is told that files of events changed. Rights are those of the moment. */
  *fileListeners(): Iterable<(events: readonly HintedEvent[]) => void> {
    for (const socket of this.sockets.open)
      yield (events) => {
        const seen = events.filter(({ deviceKey }) => this.kit.access.maySee(socket.caller, deviceKey));
        if (seen.length === 0) return;
        const push: EventFilesPush = { cmd: 'files', serialno: seen.map(({ serialno }) => serialno) };
        socket.send(`${JSON.stringify(push)}\n`);
      };
  }

  count(): number {
    return this.sockets.open.size;
  }

  close(): void {
    this.sockets.close();
  }
}
