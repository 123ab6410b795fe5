// How the console is built and served in development. The server to talk to in development: OUTRIDER_DEV_SERVER.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { assetManifest } from './vite/asset-manifest.ts';
import { catalogue } from './vite/catalogue.ts';
import { filesOfThePage } from './vite/chunks.ts';
import { firstFiles } from './vite/first-files.ts';
import { gallery } from './vite/gallery.ts';
import { hevcDecoder, hevcLicence } from './vite/hevc-decoder.ts';
import { licences } from './vite/licences.ts';
import { manual } from './vite/manual/index.ts';
import { packed } from './vite/packed.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { testHooks } from './vite/test-hooks.ts';
import { themes } from './vite/themes.ts';

const server = process.env.OUTRIDER_DEV_SERVER ?? 'http://127.0.0.1:8088';
const forwarded = [
  '/gms.js',
  '/api',
  '/gkserver',
  '/gkcommon',
  '/gkdevice',
  '/gkevent',
  '/gkmileage',
  '/tmp',
  '/map/tiles',
  '/map/roads',
  '/i18n',
  '/nominatim',
  '/brand',
  '/event.cgi',
  '/command',
  '/ws.cgi',
  '/web.cgi',
];

export default defineConfig({
  plugins: [
    react(),
    themes(),
    catalogue(),
    manual(),
    hevcLicence(),
    licences(),
    firstFiles(),
    assetManifest(),
    testHooks(),
    serviceWorker(),
    packed(),
    gallery(),
  ],
  root: import.meta.dirname,
  worker: { format: 'es', plugins: () => [hevcDecoder(), testHooks()] },
  build: {
    outDir: 'dist',
    target: 'es2023',
    assetsInlineLimit: 2048,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { output: { codeSplitting: filesOfThePage } },
  },
  server: {
    allowedHosts: ['fleet.test'],
    proxy: Object.fromEntries(forwarded.map((path) => [path, { target: server, ws: true }])),
  },
  preview: { allowedHosts: ['fleet.test'] },
});
