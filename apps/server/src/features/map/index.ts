// Where the map takes its pictures from: the offline tiles that come along, the demo's roads, or online tiles the operator chose.
import { readFileSync } from 'node:fs';
import { type MapChoice, type MapSources, mapSetting } from '@outrider/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CallHandler } from '../../kernel/web/http.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { openTiles } from './store.ts';

const OFFLINE_TILES = '/map/tiles/{z}/{x}/{y}.pbf';
const ROADS_PATH = '/map/roads.geojson';
const CENTER = { lat: 24.078605, lng: 120.528535 };
const DAY_S = 86_400;

export type MapFeature = {
  calls: CallHandler[];
  /** Origins that pages may fetch online tiles from. */
  tileOrigins(): string[];
  /** The GeoJSON file of an extra road layer, or null for none. */
  setRoads(path: string | null): void;
  /** Adds the files: tiles and roads. */
  addRoutes(app: FastifyInstance): void;
  close(): void;
};

const originOf = (template: string): string => new URL(template.replaceAll(/[{}]/g, '')).origin;

const tilePath = z.object({
  z: z.coerce.number().int().min(0).max(24),
  x: z.coerce.number().int().min(0),
  y: z.coerce.number().int().min(0),
});

/** `placeOf`: where the map of an account begins, where it has a place of its own. */
export const mapFeature = (
  settings: Settings,
  basemapFile: string,
  placeOf: (userId: number) => { lat: number; lng: number } | undefined = () => undefined,
): MapFeature => {
  const tiles = openTiles(basemapFile);
  let roads: Buffer | null = null;
  let chosen: MapChoice | undefined;
  const unfollow = settings.follow(mapSetting, (choice) => {
    chosen = choice;
  });
  const sources = (): MapSources => {
    const online = chosen?.mode === 'online' ? chosen : null;
    return {
      mode: online ? 'online' : 'offline',
      tilesUrl: online?.tilesUrl ?? OFFLINE_TILES,
      attribution: online?.attribution ?? 'Natural Earth, GeoNames',
      maxZoom: online?.maxZoom ?? tiles.maxZoom,
      roadsUrl: roads === null ? '' : ROADS_PATH,
      center: CENTER,
      offer: chosen === undefined,
    };
  };
  const addTiles = (app: FastifyInstance): void => {
    app.get('/map/tiles/:z/:x/:y.pbf', { compress: false }, async (request, reply) => {
      const asked = tilePath.safeParse(request.params);
      const tile = asked.success ? tiles.tile(asked.data.z, asked.data.x, asked.data.y) : undefined;
      reply.header('cache-control', `public, max-age=${DAY_S}`);
      if (!tile) return reply.code(204).send();
      reply.header('content-encoding', 'gzip').type('application/x-protobuf');
      return reply.send(Buffer.from(tile.buffer, tile.byteOffset, tile.byteLength));
    });
  };
  return {
    calls: settingCalls(settings, mapSetting, ({ userId }) => ({
      ...sources(),
      center: placeOf(userId) ?? CENTER,
    })),
    tileOrigins() {
      const { mode, tilesUrl } = sources();
      return mode === 'online' ? [originOf(tilesUrl)] : [];
    },
    setRoads(path) {
      roads = path === null ? null : readFileSync(path);
    },
    addRoutes(app) {
      addTiles(app);
      app.get(ROADS_PATH, async (_request, reply) => {
        if (roads === null) return reply.code(404).send({ hasError: 1, message: 'There is no road layer.' });
        return reply.header('cache-control', 'no-cache').type('application/geo+json').send(roads);
      });
    },
    close() {
      unfollow();
      tiles.close();
    },
  };
};
