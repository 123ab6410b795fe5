// The pages: the built console with its caching rules, the fallback of its routes, and gms.js, the settings of the hosting page with the
// script of the operator behind them.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type Deployment, viewerPageOf, viewerPages } from '@outrider/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { type DeploymentOptions, deploymentOf } from './deployment.ts';
import { type PictureFiles, addPictures } from './pictures.ts';

export {
  type DeploymentOptions,
  accountOptions,
  brandTexts,
  disabledRightsOf,
  downloadsAreOff,
  keepsCustomers,
} from './deployment.ts';

export type PageKit = {
  /** The folder of the built console. */
  folder: string;
  version: string;
  options: DeploymentOptions & PictureFiles;
  clock: Clock;
  /** What pages run behind their settings; '' for nothing. */
  extraScript?: () => string;
};

const API_PREFIXES = ['/api/', '/gk', '/map/', '/brand/', '/i18n/', '/nominatim/', '/metrics', '/health', '/ready'];

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

/** Whether an unknown path is a route of the console, which its own router resolves. */
const isPage = (request: FastifyRequest): boolean =>
  request.method === 'GET' &&
  (request.headers.accept ?? '').includes('text/html') &&
  !API_PREFIXES.some((prefix) => pathOf(request).startsWith(prefix));

/** A viewer page's address carries an account: no other page is told of it, and no cache keeps it. */
const viewerHeaders = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' } as const;

/**
 * The files of a folder by the paths they are asked for, empty when there is no folder. Listed once: a console is built before the
 * server starts, and to look for each file among its 2,000 neighbours costs more than to send it.
 */
const filesBelow = async (folder: string): Promise<ReadonlySet<string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Set(files.map((file) => `/${relative(folder, file).replaceAll(sep, '/')}`));
};

/** Without the script of the operator: so one that breaks every page can be taken out again. */
const isPlain = (request: FastifyRequest): boolean => /[?&]plain(?:[=&]|$)/.test(request.url);
const SETTINGS_SCRIPT = 'src="/gms.js"';

const NOT_BUILT = 'The console is not built. Run: npm start';

/** gms.js. Throws StartError for a picture that cannot be used. */
const addSettings = (app: FastifyInstance, { version, options, clock, extraScript = () => '' }: PageKit): void => {
  const lasting = deploymentOf(options, version, addPictures(app, options));
  app.get('/gms.js', async (request, reply) => {
    const trialOver = lasting.trial && clock.now() >= lasting.trialExpire * 1000;
    const settings: Deployment = { ...lasting, trialOver };
    // `<` cannot end the script early even if this is ever put into a page.
    const script = `window.gms = ${JSON.stringify(settings).replaceAll('<', '\\u003c')};\n`;
    const extra = isPlain(request) ? '' : extraScript();
    return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(`${script}${extra}`);
  });
};

const plainPageOf = async (folder: string): Promise<string> => {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  return page.replace(SETTINGS_SCRIPT, 'src="/gms.js?plain"');
};

/** Adds the pages; without a built console a page says so in words. Throws StartError for a picture that cannot be used. */
export const addPages = async (app: FastifyInstance, kit: PageKit): Promise<void> => {
  const { folder } = kit;
  addSettings(app, kit);
  const files = await filesBelow(folder);
  const built = files.has('/index.html');
  const plainPage = built ? await plainPageOf(folder) : '';
  const sendPage = (reply: FastifyReply): FastifyReply => {
    if (!built) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    if (!isPlain(reply.request)) return reply.sendFile('index.html');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(plainPage);
  };
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      serve: false, // its own route reads a whole folder for each request
      cacheControl: false,
      preCompressed: true, // packed once by the build, not for everybody who asks
      setHeaders: (reply, path) => {
        // Files under assets/ carry a hash of their content in the name.
        const fixed = path.startsWith(join(folder, 'assets'));
        reply.header('cache-control', fixed ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (viewerPageOf(pathOf(reply.request)) !== undefined) reply.headers(viewerHeaders);
      },
    });
    app.get('/*', (request, reply) => {
      const path = pathOf(request);
      if (path === '/') return sendPage(reply);
      if (!files.has(path)) return reply.callNotFound();
      return reply.sendFile(path);
    });
  }
  // Before the files of the folder: a password or a file name among the segments may look like anything.
  for (const page of viewerPages) app.get(`/${page}/*`, (_request, reply: FastifyReply) => sendPage(reply));
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (!isPage(request)) return reply.code(404).send({ hasError: 1, message: 'There is nothing at this path.' });
    return sendPage(reply);
  });
};
