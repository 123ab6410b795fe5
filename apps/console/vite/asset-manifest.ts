// Puts /asset-manifest.json beside the built console: under which names with a hash its files are, for who embeds or watches a build.
import type { Plugin } from 'vite';

export const assetManifest = (): Plugin => ({
  name: 'outrider-asset-manifest',
  generateBundle(_options, bundle) {
    const files: Record<string, string> = { 'index.html': '/index.html' };
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk' || !file.isEntry) continue;
      files['main.js'] = `/${file.fileName}`;
      const [sheet] = file.viteMetadata?.importedCss ?? [];
      if (sheet !== undefined) files['main.css'] = `/${sheet}`;
    }
    this.emitFile({
      type: 'asset',
      fileName: 'asset-manifest.json',
      source: `${JSON.stringify({ files }, null, 2)}\n`,
    });
  },
});
