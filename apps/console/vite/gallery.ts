// The page /ui of the development server: every widget in every state. The build has no such page: nothing in src imports gallery/.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PAGE = join(import.meta.dirname, '../gallery/index.html');

export const gallery = (): Plugin => ({
  name: 'outrider-gallery',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = request.url?.split('?')[0];
      if (path !== '/ui') {
        next();
        return;
      }
      void server.transformIndexHtml('/ui', readFileSync(PAGE, 'utf8')).then((page) => {
        response.setHeader('content-type', 'text/html');
        response.end(page);
      });
    });
  },
});
