// Names in the page the files of the first screen, for src/first-files.ts, which has them brought at the right time: the frame around
// all screens, and on its path the dashboard. The router asks for the same files, later.
import { join } from 'node:path';
import type { HtmlTagDescriptor, IndexHtmlTransformContext, Plugin } from 'vite';

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

const source = (file: string): string => join(import.meta.dirname, '../src', file);
const ASKER = source('first-files.ts');
/** Modules that are loaded by import(), and the path that is theirs. */
const doors = [
  { file: source('app/shell.tsx') },
  { file: source('app/gate.tsx') },
  { file: source('app/alarms/alarm-notices.tsx') },
  { file: source('ui/toasts.tsx') },
  { file: source('screens/dashboard/dashboard-screen.tsx'), path: '/blockview' },
];

/** The scripts and sheets that come with a module, itself the last. */
const filesOf = (bundle: Bundle, module: string): string[] => {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    if (chunk === undefined || files.has(name)) return;
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
    for (const used of chunk.imports) add(used);
    files.add(name);
  };
  const door = chunks.find(({ facadeModuleId, moduleIds }) => facadeModuleId === module || moduleIds.includes(module));
  if (door === undefined) throw new Error(`the build has no file for ${module}`);
  add(door.fileName);
  return [...files];
};

const linkTo = (file: string, path: string | undefined): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: {
    'data-later': file.endsWith('.css') ? 'preload' : 'modulepreload',
    ...(file.endsWith('.css') && { as: 'style' }),
    ...(path !== undefined && { 'data-path': path }),
    crossorigin: true,
    href: `/${file}`,
  },
  injectTo: 'head',
});

const tagsOf = (bundle: Bundle, html: string): HtmlTagDescriptor[] => {
  const [asker = ''] = filesOf(bundle, ASKER);
  const named = new Map<string, string | undefined>();
  for (const { file, path } of doors)
    for (const each of filesOf(bundle, file)) if (!named.has(each) && !html.includes(each)) named.set(each, path);
  return [
    ...[...named].map(([file, path]) => linkTo(file, path)),
    { tag: 'script', attrs: { type: 'module', async: true, crossorigin: true, src: `/${asker}` }, injectTo: 'head' },
  ];
};

export const firstFiles = (): Plugin => ({
  name: 'outrider-first-files',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: ASKER, name: 'first-files' });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => (bundle === undefined ? [] : tagsOf(bundle, html)),
  },
});
