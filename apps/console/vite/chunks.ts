// Which modules share a file of the built console. Left alone the build makes a file for each set of modules that some pages share: the
// sign-in page came in 76 requests. Not: what is loaded when, which the sources say by import().

/** What no page does without, and what the sign-in page needs. Its dependencies come along. */
const everyPage = [
  /\/apps\/console\/src\/ui\/(tokens|base)\.css$/,
  /\/node_modules\/(react|react-dom|react-router|scheduler|zustand|i18next|zod)\//,
  /\/node_modules\/@tanstack\/(react-query|query-core)\//,
  /\/apps\/console\/src\/app\/(console|start-console|router|trial-gate|crash|not-yet|queries|service-worker|gate-rule)\.(tsx?|module\.css)$/,
  /\/apps\/console\/src\/app\/(login\/[\w-]+|overlays\/overlays)\.(tsx?|module\.css)$/,
  /\/apps\/console\/src\/screens\/[\w-]+\.tsx?$/,
  /\/apps\/console\/src\/(lib|live)\/[\w-]+\.ts$/,
  /\/apps\/console\/src\/ui\/(button|icon|spinner|field|checkbox-field|states|toast|toast-place|live-text)\.(ts|tsx|module\.css)$/,
];

const isOfEveryPage = (id: string): boolean => everyPage.some((some) => some.test(id));

export const filesOfThePage = {
  groups: [{ name: 'page', test: isOfEveryPage, priority: 1 }],
};
