// Two panes side by side with a divider between them: dragged by mouse or finger, moved by arrow keys. Who remembers the width is the
// caller; what stands in the panes too.
import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactElement, ReactNode } from 'react';
import { useScaled } from '../lib/text-scale.ts';
import styles from './split-pane.module.css';

type SplitPaneProps = {
  /** Takes what the right pane leaves. */
  left: ReactNode;
  right: ReactNode;
  /** Of the right pane, px. */
  width: number;
  min: number;
  max: number;
  /** After a drag or a key. */
  onWidth: (width: number) => void;
  /** What the divider changes, for screen readers. */
  label: string;
};

/** Most of the window that a pane takes before anybody dragged it. */
const SHARE = 0.4;

/** What a pane is wide at the usual size of text, as wide as it is now: with larger text it grows as long as the left one keeps its room. */
export const useUsualWidth = (px: number): number =>
  Math.max(px, Math.min(useScaled(px), Math.round(globalThis.innerWidth * SHARE)));

const STEP = 16;
const LARGE_STEP = 64;

/** The width a key asks for; undefined for a key that means nothing here. The divider moves the way the arrow points. */
const widthByKey = ({ key, shiftKey }: KeyboardEvent, width: number, min: number, max: number): number | undefined => {
  const step = shiftKey ? LARGE_STEP : STEP;
  if (key === 'ArrowLeft') return width + step;
  if (key === 'ArrowRight') return width - step;
  if (key === 'Home') return max;
  return key === 'End' ? min : undefined;
};

export const SplitPane = ({ left, right, width, min, max, onWidth, label }: SplitPaneProps): ReactElement => {
  const frame = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number>();
  const within = (wanted: number): number => Math.round(Math.min(max, Math.max(min, wanted)));
  const shown = within(dragged ?? width);
  const widthAt = (event: PointerEvent): number =>
    within((frame.current?.getBoundingClientRect().right ?? 0) - event.clientX);
  const end = (wanted: number): void => {
    if (dragged !== undefined) onWidth(wanted);
    setDragged(undefined);
  };
  return (
    <div ref={frame} className={styles.frame}>
      <div className={styles.left}>{left}</div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a rule of text is not dragged
        role="separator"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator with a value takes the focus
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={label}
        aria-valuenow={shown}
        aria-valuemin={min}
        aria-valuemax={max}
        className={dragged === undefined ? styles.divider : `${styles.divider} ${styles.dragged}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(widthAt(event));
        }}
        onPointerMove={(event) => dragged !== undefined && setDragged(widthAt(event))}
        // Where the pointer is: the last movement may not be drawn yet.
        onPointerUp={(event) => end(widthAt(event))}
        onPointerCancel={() => end(shown)}
        onKeyDown={(event) => {
          const wanted = widthByKey(event, shown, min, max);
          if (wanted === undefined) return;
          event.preventDefault();
          onWidth(within(wanted));
        }}
      />
      <div className={styles.right} style={{ width: shown }}>
        {right}
      </div>
    </div>
  );
};
