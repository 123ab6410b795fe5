// The service worker and the manifest of the built console: what an installed console keeps for a start without the server. Not: when
// it is registered and what is said about it (src/app/service-worker.ts).
import { viewerPages } from '@outrider/contract';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** The server's own paths: a page asked for there is never the console. Files have an ending; so have some ids of devices. */
const serverPaths = [
  /^\/(?:api|gk\w+|map|brand|i18n|nominatim|metrics|health|ready|command)(?:\/|$)/,
  /^\/\w+\.cgi(?:\?|$)/, // a query may stand behind it
  /^\/(?!(?:liveview|splayback|remoteplayback)\/).*\.\w+$/,
  /[?&]plain(?:[=&]|$)/, // without the script of the operator, which the server leaves out
  // Viewer pages are of no use without the server, which answers them with headers of their own.
  new RegExp(`^/(?:${viewerPages.join('|')})(?:/|$)`),
];

const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/**
 * `prompt`: a new build waits until the people at the page say so; it never takes over by itself. Themes, settings and texts are
 * asked from the server first and kept for when it is away: they change without a new build.
 */
export const serviceWorker = (): Plugin[] =>
  VitePWA({
    registerType: 'prompt',
    filename: 'service-worker.js',
    injectRegister: false,
    manifest: {
      name: 'Outrider',
      short_name: 'Outrider',
      description: 'Fleet video recorders: live view, map, playback and events',
      id: '/',
      start_url: '/',
      display: 'standalone',
      theme_color: '#1c2733',
      background_color: '#1c2733',
      icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
    },
    workbox: {
      globPatterns: ['**/*.{js,mjs,css,html,svg,png,woff2}'],
      // The H.265 decoder is fetched when a stream needs it, and kept from then on.
      globIgnores: ['themes/**', 'icons/**', 'assets/hevc-decode*'],
      maximumFileSizeToCacheInBytes: 4_000_000,
      navigateFallback: '/index.html',
      navigateFallbackDenylist: serverPaths,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
      sourcemap: false,
      runtimeCaching: [
        {
          urlPattern: /\/assets\/hevc-decode[^/]*\.(?:js|wasm)$/,
          handler: 'CacheFirst',
          options: { cacheName: 'h265', expiration: { maxEntries: 4 } },
        },
        {
          urlPattern: /^https?:\/\/[^/]+\/(?:themes\/[a-z]+\.css|gms\.js|i18n\/config|brand\/[^?]*)(?:\?.*)?$/,
          handler: 'NetworkFirst',
          options: { cacheName: 'deployment', networkTimeoutSeconds: 5, expiration: { maxEntries: 60 } },
        },
      ],
    },
  });
