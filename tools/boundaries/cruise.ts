// Runs dependency-cruiser over one tree with our rules and prints what it saw as JSON. One tree per process, because it
// resolves from the working directory. Judging the answer is check-imports.ts.
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const own = createRequire(import.meta.url);
// dependency-cruiser knows TypeScript up to 6; through TypeScript 7 it reads nothing and reports success.
registerHooks({
  resolve: (specifier, context, next) =>
    /^typescript($|\/)/.test(specifier) && context.parentURL?.includes('/dependency-cruiser/') === true
      ? { url: pathToFileURL(own.resolve(specifier)).href, shortCircuit: true }
      : next(specifier, context),
});

/** What one run saw, paths relative to the working directory. */
export type Sight = { files: string[]; violations: { rule: string; from: string; to: string }[] };

const { cruise } = await import('dependency-cruiser');
const { forbidden, options } = own('./rules.cjs');
const result = await cruise(process.argv.slice(2), {
  ...options,
  ruleSet: { forbidden },
  validate: true,
  exclude: { path: '^apps/[^/]+/dist/|^tools/boundaries/offences/' },
});
if (typeof result.output === 'string') throw new Error('dependency-cruiser answered text instead of its findings');
const sight: Sight = {
  files: result.output.modules.filter((module) => module.followable !== false).map((module) => module.source),
  violations: result.output.summary.violations.map((found) => ({
    rule: found.rule.name,
    from: found.from,
    to: found.to,
  })),
};
process.stdout.write(JSON.stringify(sight));
