// Where the vehicle was while what its device recorded is played, as the server's feed says it. Opens the feed's socket, again after a
// loss, until it is closed. Knows no React and draws nothing.
import { remotePosition } from '@outrider/contract';
import type { RemotePosition } from '@outrider/contract';
import type { Clock, Stop } from '../../lib/time.ts';
import { readLines } from '../../live/channel.ts';
import type { OpenSocket, TextSocket } from '../../live/channel.ts';
import { withPoint } from '../../map/trail.ts';
import type { Place } from '../../parts/playback/use-track.ts';

const AGAIN_MS = 2000;
/** A port behind a firewall gives no answer at all; after this the next address is tried. */
const OPEN_TIMEOUT_MS = 4000;

export type PlaceFeedKit = {
  readonly open: OpenSocket;
  readonly clock: Clock;
  /** Best first; tried in turn until one opens. */
  readonly addresses: readonly string[];
  /** Undefined: nobody knows where it was. */
  readonly show: (place: Place | undefined) => void;
};

/** What is shown after one more message. The way begins again where the playback jumped or went back. */
const withPosition = (
  { place, generation }: { place: Place | undefined; generation: number },
  said: RemotePosition,
): Place | undefined => {
  if (!said.known) return undefined;
  const { lat, lng, trackingAngle: heading, speedInKmh: speedKmh, time: timeMs } = said;
  const goesOn = place !== undefined && said.generation === generation && timeMs >= place.point.timeMs;
  const point = { lat, lng, heading, speedKmh, timeMs };
  return { point, trail: withPoint(goesOn ? place.trail : [], point) };
};

export class PlaceFeed {
  readonly #kit: PlaceFeedKit;
  #socket: TextSocket | undefined;
  #stopTimer: Stop = () => {};
  #tries = 0;
  #closed = false;
  #place: Place | undefined;
  #generation = 0;

  constructor(kit: PlaceFeedKit) {
    this.#kit = kit;
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#stopTimer();
    this.#socket?.close();
  }

  #connect(): void {
    const { addresses, open, clock } = this.#kit;
    const address = addresses[this.#tries % addresses.length];
    if (address === undefined) return;
    let over = false;
    const end = (): void => {
      if (over || this.#closed) return;
      over = true;
      this.#tries += 1;
      this.#stopTimer();
      this.#stopTimer = clock.after(AGAIN_MS, () => this.#connect());
    };
    const socket = open(address, {
      onOpen: () => this.#stopTimer(),
      onText: (text) => !over && this.#take(text),
      onClose: end,
    });
    this.#socket = socket;
    this.#stopTimer = clock.after(OPEN_TIMEOUT_MS, () => {
      socket.close();
      end();
    });
  }

  #take(text: string): void {
    if (this.#closed) return;
    for (const line of readLines(text)) {
      const said = remotePosition.safeParse(line);
      if (!said.success) continue;
      this.#place = withPosition({ place: this.#place, generation: this.#generation }, said.data);
      this.#generation = said.data.generation;
      this.#kit.show(this.#place);
    }
  }
}
