// What the map is told about one vehicle. Plain values: the map knows no device and no store.
import type { StateKind } from '../ui/state-glyph.tsx';

/** Degrees WGS84; heading in degrees clockwise from north, drawn only while driving. `label` is the text beside the marker. */
export type Marker = {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
  readonly heading: number;
  readonly state: StateKind;
  /** A recording fault: the purple ring. Recording itself is the ordinary case and draws nothing on the map. */
  readonly fault: boolean;
  readonly label: string;
  /** Device time of the fix, UTC ms; 0 unknown. A newer fix glides, an unknown one jumps. */
  readonly timeMs: number;
};

/** Where a marker is drawn at this moment. */
export type Drawn = { readonly lat: number; readonly lng: number; readonly heading: number };
