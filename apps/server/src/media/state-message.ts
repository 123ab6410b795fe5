// What a stream socket is told in words outside of any stream.
import { streamCodecs, streamKinds, type StreamState } from '@outrider/contract';
import { encodeFrame } from './encoded-frame.ts';

/** A whole WebSocket frame. */
export const stateMessage = (state: StreamState, nowMs: number): Buffer => {
  const header = {
    kind: streamKinds.state,
    codec: streamCodecs.none,
    flags: 0,
    channel: 0,
    presentationUs: 0,
    captureMs: nowMs,
    sequence: 0,
    detail: 0,
  };
  return encodeFrame(header, new TextEncoder().encode(JSON.stringify(state)), { key: false, video: false }).bytes;
};
