// The glyph of a device's state: a colour, a shape and a word. The one drawing of it, for list, map, tile, tree and badge.
import type { ReactElement } from 'react';
import { t } from '../lib/i18n.ts';

/** What a glyph can say. Recording and its fault are rings around the first four, see `ring`. */
export type StateKind = 'driving' | 'idle' | 'offline' | 'alarm' | 'unregistered';
export type StateRing = 'recording' | 'fault';

/** The CSS colour of a state, a token of the theme. */
export const stateColour: Record<StateKind | StateRing, string> = {
  driving: 'var(--o-driving)',
  idle: 'var(--o-idle)',
  offline: 'var(--o-offline)',
  alarm: 'var(--o-alarm)',
  unregistered: 'var(--o-unregistered)',
  recording: 'var(--o-recording)',
  fault: 'var(--o-fault)',
};

/** The word of a state, translated. Call while rendering. */
export const stateWord = (kind: StateKind | StateRing): string =>
  ({
    driving: t('Driving'),
    idle: t('Idle'),
    offline: t('Offline'),
    alarm: t('Alarm'),
    unregistered: t('Not registered'),
    recording: t('Recording'),
    fault: t('Recording fault'),
  })[kind];

const shapes: Record<StateKind, ReactElement> = {
  driving: <path d="M8 3.2 12 12.4 8 10.4 4 12.4Z" fill="currentColor" />,
  idle: <circle cx="8" cy="8" r="3.6" fill="currentColor" />,
  offline: <circle cx="8" cy="8" r="3.3" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  alarm: (
    <>
      <path d="M8 2.6 13.4 12.4H2.6Z" fill="currentColor" />
      <path d="M8 6v3M8 10.2v1.1" stroke="var(--o-ground)" strokeWidth="1.3" />
    </>
  ),
  unregistered: (
    <circle cx="8" cy="8" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.6 2" />
  ),
};

type StateGlyphProps = {
  kind: StateKind;
  ring?: StateRing | undefined;
  /** Pixels, 16 unless told. */
  size?: number;
  /** Degrees clockwise from north; turns the driving arrow. */
  heading?: number | undefined;
};

/** The glyph with its word as accessible name and tooltip. */
export const StateGlyph = ({ kind, ring, size = 16, heading }: StateGlyphProps): ReactElement => {
  const word = ring === undefined ? stateWord(kind) : `${stateWord(kind)}, ${stateWord(ring)}`;
  const turn = kind === 'driving' && heading !== undefined ? `rotate(${heading} 8 8)` : '';
  // Without a ring around it the shape may fill the square.
  const grow = ring === undefined ? 'translate(8 8) scale(1.3) translate(-8 -8)' : '';
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" role="img" aria-label={word} style={{ flex: 'none' }}>
      <title>{word}</title>
      <g transform={`${grow} ${turn}`} style={{ color: stateColour[kind] }}>
        {shapes[kind]}
      </g>
      {ring !== undefined && <circle cx="8" cy="8" r="7.1" fill="none" stroke={stateColour[ring]} strokeWidth="1.4" />}
    </svg>
  );
};
