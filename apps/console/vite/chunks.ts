// Which modules share a file of the built console. Left alone the build makes a file for each set of modules that some pages share: the
// sign-in page came in 76 requests, the dashboard in a hundred more. Not: what is loaded when, which the sources say by import().
import { join } from 'node:path';

/** What no page does without, and what the sign-in page needs. Its dependencies come along. */
const everyPage = [
  /\/apps\/console\/src\/ui\/(tokens|base)\.css$/,
  /\/node_modules\/(react|react-dom|react-router|scheduler|zustand|i18next|zod)\//,
  /\/node_modules\/@tanstack\/(react-query|query-core)\//,
  /\/apps\/console\/src\/app\/(start|console|start-console|router|trial-gate|crash|not-yet|queries|service-worker|gate-rule)\.(tsx?|module\.css)$/,
  /\/apps\/console\/src\/app\/(login\/[\w-]+|overlays\/overlays)\.(tsx?|module\.css)$/,
  /\/apps\/console\/src\/screens\/[\w-]+\.tsx?$/,
  /\/packages\/contract\/src\/media\/viewer\.ts$/,
  /\/apps\/console\/src\/(lib|live)\/[\w-]+\.ts$/,
  /\/apps\/console\/src\/ui\/(button|icon|spinner|field|checkbox-field|states|toast|toast-place|live-text)\.(ts|tsx|module\.css)$/,
];

const isOfEveryPage = (id: string): boolean => everyPage.some((some) => some.test(id));

/** What is needed on any path behind the sign-in, and the screen that most begin with. */
const firstScreens = [
  'app/shell.tsx',
  'app/gate.tsx',
  'app/alarms/alarm-notices.tsx',
  'ui/toasts.tsx',
  'screens/dashboard/dashboard-screen.tsx',
].map((file) => join(import.meta.dirname, '../src', file));

/** A screen's own modules, which no other uses, and the contract, which everything imports and of which each uses little. */
const apart = /\/apps\/console\/src\/screens\/|\/packages\/contract\//;

/** As much of the build's knowledge as is asked here. */
type Build = { getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null };

/** Whether a module comes along with one of these by plain imports. */
const comesWith = (doors: readonly string[]) => {
  let known: Set<string> | undefined;
  const walk = (build: Build): Set<string> => {
    const found = new Set(doors);
    for (const id of found) for (const used of build.getModuleInfo(id)?.importedIds ?? []) found.add(used);
    return found;
  };
  return (id: string, build: Build): boolean => (known ??= walk(build)).has(id);
};

const ofFirstScreens = comesWith(firstScreens);

const signedIn = (id: string, build: Build): string | null =>
  !apart.test(id) && ofFirstScreens(id, build) ? 'signed-in' : null;

export const filesOfThePage = {
  groups: [
    { name: 'page', test: isOfEveryPage, priority: 2 },
    { name: signedIn, debugName: 'signed-in', priority: 1 },
  ],
};
