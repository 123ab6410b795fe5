// The pages of what a device writes about itself: its log, and its driving recorder. Fetched from the device as they are opened; who opens
// the same one meanwhile gets the same answer.
import {
  fileNameOf,
  logPageQuery,
  type LogPageType,
  logPageRights,
  type LogPageLanguage,
  logPageLanguages,
} from '@outrider/contract';
import type { z } from 'zod';
import type { DeviceLink, LinkRegistry } from '../../gateway/index.ts';
import type { Devices } from '../../kernel/access/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { deviceOffline } from '../../kernel/errors.ts';
import type { CgiAnswer, CgiHandler } from '../../kernel/web/cgi.ts';
import { escapeHtml, htmlPage } from '../../kernel/web/html-page.ts';
import { checkInput } from '../../kernel/web/schema-input.ts';
import type { DeviceAbilities } from './abilities.ts';
import { blockName, blockText } from './black-box-words.ts';
import { blackBoxFile, type Collected, collectBlackBox } from './black-box.ts';
import { zonedLine, zonedTime, zoneText } from './page-time.ts';
import { failureText, pageText, type PageWord } from './page-words.ts';

type Kit = { abilities: DeviceAbilities; devices: Devices; links: LinkRegistry; clock: Clock };
type Query = z.output<typeof logPageQuery>;

const MAX_LINES = 1000;
const SHOWN_BYTES = 96;

const languageOf = (asked: string | undefined): LogPageLanguage =>
  logPageLanguages.find((known) => known === asked) ?? 'en';

const cell = (tag: 'td' | 'th', text: string, look = ''): string =>
  `<${tag}${look === '' ? '' : ` class="${look}"`}>${escapeHtml(text)}</${tag}>`;
const table = (heads: readonly string[], rows: readonly string[]): string =>
  `<div class="frame"><table><thead><tr>${heads.map((head) => cell('th', head)).join('')}</tr></thead><tbody>\n${rows
    .map((cells) => `<tr>${cells}</tr>`)
    .join('\n')}\n</tbody></table></div>`;

/** One page with its head line; the link gives the same as a file, with the credentials that the page came with. */
const pageOf = (type: LogPageType, query: Query, raw: Record<string, string>, readMs: number, body: string): string => {
  const { lang, deviceid, timezone } = query;
  const word = (name: PageWord, values?: Record<string, string>): string => escapeHtml(pageText(lang, name, values));
  const read = word('read', { time: zonedTime(readMs, timezone), zone: zoneText(timezone) });
  const address = `?${new URLSearchParams({ ...raw, file: '1' }).toString()}`;
  return htmlPage({
    title: pageText(lang, type, { device: deviceid }),
    lang: lang === 'en' ? 'en' : lang === 'cn' ? 'zh-Hans' : 'zh-Hant',
    body: `<p>${read} · <a href="${escapeHtml(address)}" download>${word('save')}</a></p>\n${body}`,
  });
};

const nameOf = (type: LogPageType, { deviceid, timezone }: Query, readMs: number, ending: string): string =>
  fileNameOf([deviceid, type, zonedTime(readMs, timezone).replaceAll(/\D/g, '')], ending);

const syslogAnswer = async (
  abilities: DeviceAbilities,
  link: DeviceLink,
  { query, raw, nowMs }: { query: Query; raw: Record<string, string>; nowMs: () => number },
): Promise<CgiAnswer> => {
  const { lang, timezone, file } = query;
  const { lines, zoneS } = await abilities.syslog(link, MAX_LINES);
  const rows = lines.slice(-MAX_LINES).map((line) => zonedLine(line, zoneS, timezone));
  if (file === '1') {
    const text = `${rows.map(({ time, text: said }) => `${time} ${said}`.trim()).join('\n')}\n`;
    const name = nameOf('syslog', query, nowMs(), 'log');
    return { small: { bytes: Buffer.from(text), name, type: 'text/plain; charset=utf-8' } };
  }
  const note = zoneS === undefined && rows.length > 0 ? `<p>${escapeHtml(pageText(lang, 'ownTime'))}</p>\n` : '';
  const body =
    rows.length === 0
      ? `<p>${escapeHtml(pageText(lang, 'noLines'))}</p>`
      : `${note}${table(
          [pageText(lang, 'time'), pageText(lang, 'text')],
          rows.map(({ time, text }) => `${cell('td', time, 'num')}${cell('td', text, 'wide')}`),
        )}`;
  return { page: pageOf('syslog', query, raw, nowMs(), body) };
};

/** What was read of a block; where nothing is, the first of its bytes. */
const contentOf = (lang: LogPageLanguage, { what, state, data }: Collected): string => {
  if (state !== 'held' || data === null) return pageText(lang, state === 'silent' ? 'silent' : 'refused');
  const text = blockText(lang, what, data);
  if (text !== '') return text;
  const hex = Buffer.from(data.subarray(0, SHOWN_BYTES))
    .toString('hex')
    .replaceAll(/(.{8})/g, '$1 ')
    .trim();
  return data.length > SHOWN_BYTES ? `${hex} …` : hex;
};

const carboxAnswer = (
  blocks: readonly Collected[],
  { query, raw, nowMs }: { query: Query; raw: Record<string, string>; nowMs: () => number },
): CgiAnswer => {
  const { lang, file } = query;
  if (file === '1') {
    const name = nameOf('carbox', query, nowMs(), 'vdr');
    return { small: { bytes: blackBoxFile(blocks), name, type: 'application/octet-stream' } };
  }
  const rows = blocks.map((block) =>
    [
      cell('td', `${block.what.toString(16).padStart(2, '0')}H`, 'num'),
      cell('td', blockName(lang, block.what)),
      cell('td', block.data === null ? '' : String(block.data.length), 'num'),
      cell('td', contentOf(lang, block), block.state === 'held' ? 'wide' : ''),
    ].join(''),
  );
  const heads = ['', pageText(lang, 'block'), pageText(lang, 'bytes'), pageText(lang, 'content')];
  return { page: pageOf('carbox', query, raw, nowMs(), table(heads, rows)) };
};

/** Who asks while somebody else's question is under way gets the same answer: opening a page ten times asks the device once. */
const once = <T>(ask: (link: DeviceLink) => Promise<T>): ((link: DeviceLink) => Promise<T>) => {
  const running = new WeakMap<DeviceLink, Promise<T>>();
  return (link) => {
    const known = running.get(link);
    if (known !== undefined) return known;
    const asked = ask(link).finally(() => running.delete(link));
    running.set(link, asked);
    return asked;
  };
};

export const logPages = ({ abilities, devices, links, clock }: Kit): CgiHandler[] => {
  const collect = once(collectBlackBox);
  const types = {
    syslog: (link, asked) => syslogAnswer(abilities, link, asked),
    carbox: async (link, asked) => carboxAnswer(await collect(link), asked),
  } satisfies Record<
    LogPageType,
    (link: DeviceLink, asked: { query: Query; raw: Record<string, string>; nowMs: () => number }) => Promise<CgiAnswer>
  >;
  return (['syslog', 'carbox'] as const).map((type) => ({
    type,
    right: logPageRights[type],
    page: (code, message, { lang, deviceid = '' }) =>
      htmlPage({
        title: pageText(languageOf(lang), type, { device: deviceid }),
        lang: 'en',
        body: `<p>${escapeHtml(failureText(languageOf(lang), code, message))}</p>`,
      }),
    run: async (caller, raw) => {
      const query = checkInput(logPageQuery, raw);
      const link = links.get(devices.seen(caller, query.deviceid).deviceKey);
      if (link === undefined) throw deviceOffline();
      return types[type](link, { query, raw, nowMs: () => clock.now() });
    },
  }));
};
