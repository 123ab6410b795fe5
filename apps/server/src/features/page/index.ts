// The pages: the built console with its caching rules, the fallback of its routes, and gms.js, the settings of the hosting page.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Deployment } from '@outrider/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { type DeploymentOptions, deploymentOf } from './deployment.ts';
import { type PictureFiles, addPictures } from './pictures.ts';

export { type DeploymentOptions, brandTexts, disabledRightsOf, downloadsAreOff } from './deployment.ts';

export type PageKit = {
  /** The folder of the built console. */
  folder: string;
  version: string;
  options: DeploymentOptions & PictureFiles;
  clock: Clock;
};

const API_PREFIXES = ['/api/', '/gk', '/map/', '/brand/', '/i18n/', '/nominatim/', '/metrics', '/health', '/ready'];

/** Whether an unknown path is a route of the console, which its own router resolves. */
const isPage = (request: FastifyRequest, path: string): boolean =>
  request.method === 'GET' &&
  (request.headers.accept ?? '').includes('text/html') &&
  !API_PREFIXES.some((prefix) => path.startsWith(prefix));

const NOT_BUILT = 'The console is not built. Run: npm start';

/** Adds the pages; without a built console a page says so in words. Throws StartError for a picture that cannot be used. */
export const addPages = async (app: FastifyInstance, { folder, version, options, clock }: PageKit): Promise<void> => {
  const lasting = deploymentOf(options, version, addPictures(app, options));
  app.get('/gms.js', async (_request, reply) => {
    const trialOver = lasting.trial && clock.now() >= lasting.trialExpire * 1000;
    const settings: Deployment = { ...lasting, trialOver };
    // `<` cannot end the script early even if this is ever put into a page.
    const script = `window.gms = ${JSON.stringify(settings).replaceAll('<', '\\u003c')};\n`;
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script);
  });
  const built = existsSync(join(folder, 'index.html'));
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Files under assets/ carry a hash of their content in the name.
        const fixed = path.startsWith(join(folder, 'assets'));
        reply.header('cache-control', fixed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (!isPage(request, path)) return reply.code(404).send({ hasError: 1, message: 'There is nothing at this path.' });
    if (!built) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    return reply.sendFile('index.html');
  });
};
