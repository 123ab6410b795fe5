// Gives the 18 themes as files of their own, /themes/<name>.css, in development and in the build. Not: choosing one (src/lib/theme.ts).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { themeNames } from '../src/lib/theme-names.ts';

const require = createRequire(import.meta.url);
const FONT_IMPORT = /@import\s+url\([^)]*\)\s*;?/g; // the address itself contains semicolons

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
  return css;
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
