// The worker of a track: reads the server's answers and lays out lines for the map, so that the page's thread does neither.
import { decodeTrack } from './decode.ts';
import type { FromTrackWorker, ToTrackWorker } from './messages.ts';
import { linesIn, planeOf } from './simplify.ts';
import type { Plane } from './simplify.ts';

let pieces: Plane[] = [];

const post = (message: FromTrackWorker, transfer: Transferable[] = []): void =>
  globalThis.postMessage(message, { transfer });

const take = (message: ToTrackWorker): void => {
  switch (message.kind) {
    case 'clear':
      pieces = [];
      break;
    case 'add': {
      const track = decodeTrack(message.bytes);
      pieces.push(
        planeOf(
          track,
          pieces.findLast(({ x }) => x.length > 0),
        ),
      );
      post(
        { kind: 'added', id: message.id, track },
        Object.values(track).map((column) => column.buffer),
      );
      break;
    }
    case 'lines': {
      const lines = linesIn(pieces, message.view);
      post({ kind: 'lines', id: message.id, lines }, [lines.corners.buffer, lines.starts.buffer]);
      break;
    }
    default:
      message satisfies never;
  }
};

globalThis.addEventListener('message', ({ data }: MessageEvent<ToTrackWorker>) => {
  try {
    take(data);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (data.kind !== 'clear') post({ kind: 'failed', id: data.id, reason });
  }
});
