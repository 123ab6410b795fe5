// The external pages that the console shows under titles of their own. What everybody is told of them: device/group.ts.
import { z } from 'zod';
import { MAX_IFRAMES, iframeEntry } from '../device/group.ts';
import { setting } from '../speak/setting.ts';

const title = z.string().trim().max(100);
/** Of another server, or a path of this one. */
const url = z.string().trim().max(500);
const ADDRESS = /^(https?:\/\/[^\s/]+|\/(?!\/))\S*$/;
const isAddress = (text: string): boolean => ADDRESS.test(text) && URL.canParse(text, 'http://this.server');
const entry = iframeEntry.extend({
  title: title.min(1),
  url: url.refine(isAddress, 'An address begins with https:// or http://, or with / for a page of this server.'),
});

/** `list`: in the order of their index. An entry without a title or an address is dropped. */
export const externalPages = z.object({
  list: z.codec(
    z.array(z.object({ title: title.optional(), url: url.optional() })).max(MAX_IFRAMES),
    z.array(entry).max(MAX_IFRAMES),
    {
      decode: (rows) => rows.flatMap(({ title: name, url: at }) => (name && at ? [{ title: name, url: at }] : [])),
      encode: (rows) => rows,
    },
  ),
});
export type ExternalPages = z.output<typeof externalPages>;
export const externalPagesSetting = setting('/gkserver/iframes', externalPages, {
  key: 'iframes',
  audit: { action: 'Set external pages', secret: {} },
  shown: externalPages,
  readers: 'admin',
  applies: 'now',
  configKeys: { list: 'iframes' },
  loadBy: { path: '/gkserver/iframesetting' },
  about: {
    load: 'The external pages as they are set. What everybody is told of them is `GET /gkserver/iframes`.',
    save: `Sets the external pages, at most ${MAX_IFRAMES}, for every page that is opened from then on. Entries without a title or an address are dropped.`,
  },
  example: {
    saved: { list: [{ title: 'Weather', url: 'https://weather.example.org/' }] },
    shown: { list: [{ title: 'Weather', url: 'https://weather.example.org/' }] },
  },
});
