// Refuses a console that ships with what only browser tests need. Those are built with `--mode tests`.
import type { Plugin } from 'vite';

/**
 * What gives such a hook away: the event by which maps answer, the marks of elements (sonner passes on a mark that nobody gives it),
 * clocks that are driven by hand.
 */
const HOOKS = [/map-report/, /data-testid(?!"?: ?\w+\.testId\b)/, /DrivenClock|driven-clock/];

/** The hooks in a file of the built console. */
export const hooksIn = (code: string): string[] => HOOKS.flatMap((hook) => hook.exec(code)?.[0] ?? []);

export const testHooks = (): Plugin => {
  let ships = true;
  return {
    name: 'outrider-test-hooks',
    configResolved({ mode }) {
      ships = mode !== 'tests';
    },
    generateBundle(_options, bundle) {
      if (!ships) return;
      for (const file of Object.values(bundle)) {
        const [hook] = file.type === 'chunk' ? hooksIn(file.code) : [];
        if (hook !== undefined) this.error(`${file.fileName} has a hook of the tests: ${hook}`);
      }
    },
  };
};
