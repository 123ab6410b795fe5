// Gives the 18 themes as files of their own, /themes/<name>.css, in development and in the build, without the rules of Bootstrap that no
// page uses: the sign-in page waits for its theme. Not: choosing one (src/lib/theme.ts).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import postcss, { type Rule } from 'postcss';
import type { Plugin } from 'vite';
import { themeNames } from '../src/lib/theme-names.ts';

const require = createRequire(import.meta.url);
const FONT_IMPORT = /@import\s+url\([^)]*\)\s*;?/g; // the address itself contains semicolons

/** Classes that the sources name, or React-Bootstrap where they use it; all other rules of Bootstrap are left out. */
const used =
  /^(?:active|btn|btn-(?!check|group|toolbar)[\w-]+|collaps(?:e|ing)|disabled|drop(?:down|up|end|start)[\w-]*|fade|focus|form-[\w-]+|h[1-6]|hiding|input-group[\w-]*|invalid-feedback|is-(?:in)?valid|modal[\w-]*|mt-3|offcanvas(?!-(?:sm|md|lg|xl|xxl))[\w-]*|show|showing|text-nowrap|valid-feedback|visually-hidden[\w-]*|was-validated)$/;

/** The classes that a selector names. */
export const classesOf = (selector: string): string[] =>
  [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name);

export const isUsed = (name: string): boolean => used.test(name);

const keepUsed = (rule: Rule): void => {
  const selectors = rule.selectors.filter((selector) => classesOf(selector).every(isUsed));
  if (selectors.length === 0) rule.remove();
  else if (selectors.length < rule.selectors.length) rule.selectors = selectors;
};

const withoutUnused = (css: string): string => {
  const sheet = postcss.parse(css);
  sheet.walkRules(keepUsed);
  const playsIn = (name: string): boolean => new RegExp(`(?<!@keyframes )\\b${name}\\b`).test(sheet.toString());
  sheet.walkAtRules((at) => {
    if (at.name === 'keyframes' ? !playsIn(at.params) : at.nodes?.length === 0) at.remove();
  });
  return sheet.toString();
};

const sourceOf = (name: string): string =>
  require.resolve(
    name === 'default' ? 'bootstrap/dist/css/bootstrap.min.css' : `bootswatch/dist/${name}/bootstrap.min.css`,
  );

/** One theme without anything fetched from another host. Throws when such an address is left. */
export const themeCss = (name: string): string => {
  const css = readFileSync(sourceOf(name), 'utf8')
    .replaceAll(FONT_IMPORT, '')
    .replace(/\/\*# sourceMappingURL=.*?\*\//, '');
  if (/url\(\s*["']?(?:https?:)?\/\//.test(css)) throw new Error(`theme ${name} fetches from another host`);
  return withoutUnused(css);
};

/** The Vite plugin: emits the files in a build, answers them in development. */
export const themes = (): Plugin => ({
  name: 'outrider-themes',
  generateBundle() {
    for (const name of themeNames) {
      this.emitFile({ type: 'asset', fileName: `themes/${name}.css`, source: themeCss(name) });
    }
  },
  configureServer(server) {
    server.middlewares.use('/themes', (request, response, next) => {
      const name = themeNames.find((known) => request.url?.startsWith(`/${known}.css`));
      if (name === undefined) {
        next();
        return;
      }
      response.setHeader('content-type', 'text/css');
      response.end(themeCss(name));
    });
  },
});
