// The deployment's own pictures: read once at start, served from memory under /brand/. How large one may be
// stands here.
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { StartError, errorText } from '../../kernel/errors.ts';
import type { PicturePaths } from './deployment.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** Files of the configuration by its keys; '' for none. */
export type PictureFiles = {
  readonly logoFile: string;
  readonly sideImageFile: string;
  readonly backgroundImageFile: string;
  readonly idleLogoFile: string;
};

const readPicture = (key: keyof PictureFiles, file: string): { bytes: Buffer; type: string } => {
  const type = types[extname(file).toLowerCase()];
  if (type === undefined) throw new StartError(`${key} must name a picture: ${Object.keys(types).join(', ')}.`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new StartError(`${key} cannot be read: ${errorText(error)}`, { cause: error });
  }
  if (bytes.length > MAX_BYTES) throw new StartError(`${key} must be a picture of at most 5 MB.`);
  return { bytes, type };
};

/** Adds a route for each picture and gives the paths. Throws StartError for a file that cannot be used. */
export const addPictures = (app: FastifyInstance, files: PictureFiles): PicturePaths => {
  const add = (key: keyof PictureFiles, name: string): string => {
    if (files[key] === '') return '';
    const { bytes, type } = readPicture(key, files[key]);
    const path = `/brand/${name}`;
    app.get(path, async (_request, reply) =>
      // A drawing may hold scripts: opened by itself it must run none.
      reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .type(type)
        .send(bytes),
    );
    return path;
  };
  return {
    logo: add('logoFile', 'logo'),
    sideImage: add('sideImageFile', 'side'),
    backgroundImage: add('backgroundImageFile', 'background'),
    idleLogo: add('idleLogoFile', 'idle'),
  };
};
