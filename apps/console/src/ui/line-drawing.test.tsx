// A chart that is drawn takes the colours of another theme, and ends looking for them with itself.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../lib/i18n.ts';
import { drawLines } from './line-drawing.ts';

type Stroke = () => string;
type Options = { series: { stroke?: Stroke }[]; axes: { stroke: Stroke; grid: { stroke: Stroke } }[] };
const drawn: string[][] = [];
let ended = 0;

vi.mock('uplot', () => ({
  default: class {
    readonly #options: Options;
    constructor(options: Options) {
      this.#options = options;
      this.redraw();
    }
    redraw(): void {
      const { series, axes } = this.#options;
      const [axis] = axes;
      drawn.push([series[1]?.stroke?.() ?? '', axis?.stroke() ?? '', axis?.grid.stroke() ?? '']);
    }
    destroy(): void {
      ended += 1;
    }
  },
}));

let theme = 'light';
beforeAll(startTexts);
beforeEach(() => {
  drawn.length = 0;
  theme = 'light';
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.spyOn(globalThis, 'getComputedStyle').mockImplementation((element) => {
    const { color } = (element as HTMLElement).style;
    return { color: `${theme} ${color}` } as CSSStyleDeclaration;
  });
});
afterEach(() => vi.unstubAllGlobals());

const colours = (name: string): string[] =>
  ['--o-accent', '--o-ink-soft', '--o-line'].map((token) => `${name} var(${token})`);
const change = (name: string): void => {
  theme = name;
  document.documentElement.dataset['bsTheme'] = name;
};

it('draws again when another theme is on the page, until it is closed', async () => {
  const frame = document.body.appendChild(document.createElement('div'));
  const data = { seconds: [1], lines: [{ label: 'Speed', token: '--o-accent', values: [1] }] } as const;
  const drawing = drawLines(frame, data, { least: 1 });
  expect(drawn).toEqual([colours('light')]);
  change('dark');
  await vi.waitFor(() => expect(drawn).toHaveLength(2));
  expect(drawn[1]).toEqual(colours('dark'));
  drawing.close();
  change('light');
  await new Promise((done) => setTimeout(done)); // what is observed is told before that
  expect([drawn.length, ended]).toEqual([2, 1]);
});
