// One connection of a vehicle, TCP or UDP: bytes out, bytes in, an end. The faults of a connection live in faulty-wire.ts.
import { createSocket } from 'node:dgram';
import { connect, isIP } from 'node:net';
import { lookup } from 'node:dns';

export type Transport = 'tcp' | 'udp';

export type Address = { readonly host: string; readonly port: number; readonly transport: Transport };

/** What the owner of a wire wants to hear. `closed` comes exactly once. */
export type WireListener = {
  readonly opened: () => void;
  readonly received: (bytes: Uint8Array) => void;
  readonly closed: (reason: string) => void;
};

/** How long the other side has to close after our end. */
const GOODBYE_MS = 3000;

export interface Wire {
  /** One or more whole frames. Ignored after the end. */
  send(bytes: Uint8Array): void;
  /** Bytes that wait for the network. */
  readonly queuedBytes: number;
  /** Ends after what was sent; `destroy` at once. */
  end(): void;
  destroy(): void;
}

/** Dials `address`. Nothing throws: a failure is `closed` with its reason. */
export const openWire = (address: Address, listener: WireListener): Wire =>
  address.transport === 'tcp' ? openTcp(address, listener) : openUdp(address, listener);

const openTcp = ({ host, port }: Address, listener: WireListener): Wire => {
  let reason = 'closed';
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
  socket.once('connect', listener.opened);
  socket.on('data', listener.received);
  socket.once('error', (error) => {
    reason = error.message;
  });
  socket.once('close', () => listener.closed(reason));
  return {
    send: (bytes) => {
      if (socket.writable) socket.write(bytes);
    },
    get queuedBytes() {
      return socket.writableLength;
    },
    end: () => {
      socket.end();
      socket.setTimeout(GOODBYE_MS, () => socket.destroy()); // a peer that never says goodbye
    },
    destroy: () => socket.destroy(),
  };
};

const openUdp = ({ host, port }: Address, listener: WireListener): Wire => {
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
  let open = true;
  const close = (reason: string): void => {
    if (!open) return;
    open = false;
    socket.close(() => listener.closed(reason));
  };
  socket.on('message', listener.received);
  socket.once('error', (error) => close(error.message));
  lookup(host, { family: 4 }, (error, address) => {
    if (!open) return;
    if (error) close(error.message);
    else socket.connect(port, address, () => open && listener.opened());
  });
  return {
    send: (bytes) => {
      // A refused datagram is the network's business; the terminal notices by the missing answer.
      if (open) socket.send(bytes, () => undefined);
    },
    queuedBytes: 0,
    end: () => close('closed'),
    destroy: () => close('closed'),
  };
};
