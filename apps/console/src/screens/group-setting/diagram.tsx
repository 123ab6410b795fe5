// The diagram of all groups: dragged, zoomed by wheel, keys and buttons, printed whole.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { t } from '../../lib/i18n.ts';
import type { GroupModel } from '../../parts/groups/group-model.ts';
import { Button } from '../../ui/button.tsx';
import { fitted, inSight, layOut, panned, zoomed } from './diagram-layout.ts';
import type { Diagram, View } from './diagram-layout.ts';
import { Drawing } from './diagram-sheet.tsx';
import styles from './diagram.module.css';

/** Names are drawn while so many nodes are in sight at most, and large enough to read. */
const MAX_NAMED = 500;
const READABLE = 0.4;
const STEP = 1.3;
const PAN_PX = 60;
/** A press that moves less is a click. */
const CLICK_PX = 4;

type DiagramProps = {
  model: GroupModel;
  current: string;
  countOf: (groupid: string) => number;
  onOpen: (groupid: string) => void;
};

const useSize = () => {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, size };
};

/** True while the page is printed, by our button or the browser's. */
const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const before = (): void => flushSync(() => setPrinting(true));
    const after = (): void => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
};

const Sheet = ({
  diagram,
  ...rest
}: { diagram: Diagram } & Pick<DiagramProps, 'current' | 'countOf'>): ReactElement => {
  const { x, y, width, height } = diagram.box;
  return createPortal(
    <svg className={styles.sheet} viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true">
      <Drawing {...rest} diagram={diagram} nodes={diagram.nodes} small={false} />
    </svg>,
    document.body,
  );
};

const keySteps = (view: View, centre: { x: number; y: number }): Readonly<Record<string, View>> => ({
  '+': zoomed(view, STEP, centre),
  '=': zoomed(view, STEP, centre),
  '-': zoomed(view, 1 / STEP, centre),
  ArrowLeft: panned(view, PAN_PX, 0),
  ArrowRight: panned(view, -PAN_PX, 0),
  ArrowUp: panned(view, 0, PAN_PX),
  ArrowDown: panned(view, 0, -PAN_PX),
});

/** How one looks at it: pointer, wheel and keys move the view. Undefined: all of it. */
const useView = (diagram: Diagram, size: { width: number; height: number }) => {
  const [moved, setMoved] = useState<View>();
  const view = moved ?? fitted(diagram.box, size);
  const drag = useRef<{ x: number; y: number; far: boolean }>(undefined);
  const centre = { x: size.width / 2, y: size.height / 2 };
  return {
    view,
    fit: () => setMoved(undefined),
    zoom: (factor: number) => setMoved(zoomed(view, factor, centre)),
    wheel: (event: WheelEvent, frame: HTMLElement): void => {
      event.preventDefault();
      const { left, top } = frame.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      setMoved((now) => zoomed(now ?? view, Math.exp(-event.deltaY / 400), at));
    },
    keys: (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const next = keySteps(view, centre)[event.key];
      if (next === undefined && event.key !== '0') return;
      event.preventDefault();
      setMoved(next);
    },
    press: (event: PointerEvent) => (drag.current = { x: event.clientX, y: event.clientY, far: false }),
    move: (event: PointerEvent): void => {
      const from = drag.current;
      if (from === undefined) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.far && Math.hypot(dx, dy) < CLICK_PX) return;
      // Taken only now: a click goes to the node under it.
      if (!from.far) event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, far: true };
      setMoved((now) => panned(now ?? view, dx, dy));
    },
    release: () => (drag.current = undefined),
  };
};

export const GroupDiagram = ({ model, current, countOf, onOpen }: DiagramProps): ReactElement => {
  const diagram = useMemo(() => layOut(model), [model]);
  const { frame, size } = useSize();
  const { view, fit, zoom, wheel, keys, press, move, release } = useView(diagram, size);
  const printing = usePrinting();
  const nodes = useMemo(() => inSight(diagram.nodes, view, size), [diagram, view, size]);
  const small = view.scale < READABLE || nodes.length > MAX_NAMED;
  const onWheel = useRef(wheel);
  useEffect(() => {
    onWheel.current = wheel;
  });
  useEffect(() => {
    const element = frame.current;
    // React's own listener could not keep the page from scrolling.
    const hear = (event: WheelEvent): void => (element !== null && onWheel.current(event, element)) || undefined;
    element?.addEventListener('wheel', hear, { passive: false });
    return () => element?.removeEventListener('wheel', hear);
  }, [frame]);
  return (
    <div className={styles.diagram}>
      <div className={styles.tools}>
        <span className="soft num">{t('{count} groups', { count: diagram.nodes.length })}</span>
        <Button look="bare" onClick={() => zoom(STEP)} aria-label={t('Zoom in')} title={t('Zoom in')}>
          +
        </Button>
        <Button look="bare" onClick={() => zoom(1 / STEP)} aria-label={t('Zoom out')} title={t('Zoom out')}>
          −
        </Button>
        <Button onClick={fit}>{t('Fit')}</Button>
        <Button onClick={() => window.print()}>{t('Print')}</Button>
      </div>
      <div ref={frame} className={styles.frame}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drawing that is moved by pointer and keys */}
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element is a drawing
          role="application"
          aria-label={t('Diagram of the groups')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys move it
          tabIndex={0}
          width={size.width}
          height={size.height}
          onKeyDown={keys}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={release}
        >
          <g transform={`scale(${view.scale}) translate(${-view.x} ${-view.y})`}>
            <Drawing
              diagram={diagram}
              nodes={nodes}
              small={small}
              current={current}
              countOf={countOf}
              onOpen={onOpen}
            />
          </g>
        </svg>
      </div>
      {printing && <Sheet diagram={diagram} current={current} countOf={countOf} />}
    </div>
  );
};
