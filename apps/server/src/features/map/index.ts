// Where the map takes its pictures from: the offline tiles that come along, the demo's roads, or online tiles the operator chose; and where
// maps begin.
import { readFileSync } from 'node:fs';
import {
  DEFAULT_CENTER,
  getGoogleState,
  googleKeySetting,
  type MapChoice,
  type MapSources,
  mapCenterSetting,
  mapSetting,
} from '@outrider/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { type CallHandler, handle } from '../../kernel/web/http.ts';
import { type Settings, settingCalls } from '../settings/index.ts';
import { GoogleTiles, type GoogleTilesKit } from './google-tiles.ts';
import { openTiles } from './store.ts';

const OFFLINE_TILES = '/map/tiles/{z}/{x}/{y}.pbf';
const ROADS_PATH = '/map/roads.geojson';
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

/** What administrators chose, kept up to date. */
const followChoices = (settings: Settings, google: GoogleTilesKit) => {
  let chosen: MapChoice | undefined;
  let center = DEFAULT_CENTER;
  const googleTiles = new GoogleTiles(google);
  const ends = [
    settings.follow(mapSetting, (choice) => {
      chosen = choice;
      googleTiles.use({ chosen: choice?.mode === 'google' });
    }),
    settings.follow(googleKeySetting, (next) => googleTiles.use({ key: next?.googleKey ?? '' })),
    settings.follow(mapCenterSetting, (next) => {
      center = next ?? DEFAULT_CENTER;
    }),
  ];
  const onlineTiles = () => (chosen?.mode === 'online' ? chosen : googleTiles.tiles());
  return {
    googleTiles,
    center: () => center,
    sources(offlineZoom: number): Omit<MapSources, 'roadsUrl'> {
      const online = onlineTiles();
      return {
        mode: online ? 'online' : 'offline',
        tilesUrl: online?.tilesUrl ?? OFFLINE_TILES,
        attribution: online?.attribution ?? 'Natural Earth, GeoNames',
        maxZoom: online?.maxZoom ?? offlineZoom,
        center,
        offer: chosen === undefined,
        source: chosen?.mode ?? 'offline',
        google: googleTiles.hasKey,
      };
    },
    close() {
      for (const end of ends) end();
      googleTiles.close();
    },
  };
};

/** The calls of what is chosen; sources for an account. */
const callsOf = (
  settings: Settings,
  { googleTiles, center }: ReturnType<typeof followChoices>,
  sourcesFor: (userId: number) => MapSources,
): CallHandler[] => [
  ...settingCalls(
    settings,
    mapSetting,
    ({ userId }) => sourcesFor(userId),
    async ({ mode }) => {
      if (mode === 'google' && !googleTiles.hasKey)
        throw new AppError('invalid', 'mode: Google needs a key, which the server settings take.');
    },
  ),
  ...settingCalls(settings, googleKeySetting, () => settings.value(googleKeySetting) ?? { googleKey: '' }),
  ...settingCalls(settings, mapCenterSetting, center),
  handle(getGoogleState, () => ({
    chosen: googleTiles.chosen,
    ready: googleTiles.tiles() !== undefined,
    trouble: googleTiles.trouble,
  })),
];

/** `placeOf`: where the map of an account begins, where it has a place of its own. */
export const mapFeature = (
  settings: Settings,
  basemapFile: string,
  google: GoogleTilesKit,
  placeOf: (userId: number) => { lat: number; lng: number } | undefined = () => undefined,
): MapFeature => {
  const tiles = openTiles(basemapFile);
  let roads: Buffer | null = null;
  const chosen = followChoices(settings, google);
  const sources = (): MapSources => ({
    ...chosen.sources(tiles.maxZoom),
    roadsUrl: roads === null ? '' : ROADS_PATH,
  });
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
    calls: callsOf(settings, chosen, (userId) => ({ ...sources(), center: placeOf(userId) ?? chosen.center() })),
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
      chosen.close();
      tiles.close();
    },
  };
};
