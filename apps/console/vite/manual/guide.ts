// The chapters of docs/guide as the manual needs them: blocks of plain runs of text. Only what the guide uses of Markdown is known;
// anything else ends the build with the place, so that nothing is lost in silence.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer } from 'marked';
import type { Token, Tokens } from 'marked';

/** A run of text in one style. */
export type Run = { text: string; style: 'plain' | 'strong' | 'em' | 'code'; link?: string };
export type Block =
  | { kind: 'heading'; depth: number; text: string }
  | { kind: 'text'; runs: readonly Run[] }
  | { kind: 'item'; runs: readonly Run[]; mark: string }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; file: string; caption: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] };

export type Chapter = { title: string; blocks: readonly Block[] };

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
};
const plain = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities[entity] ?? entity).replaceAll(/\s+/g, ' ');

const isKind = <T extends Token>(token: Token, type: T['type']): token is T => token.type === type;

const runsOf = (tokens: readonly Token[], style: Run['style'] = 'plain'): Run[] =>
  tokens.flatMap((token): Run[] => {
    if (isKind<Tokens.Strong>(token, 'strong')) return runsOf(token.tokens, 'strong');
    if (isKind<Tokens.Em>(token, 'em')) return runsOf(token.tokens, 'em');
    if (isKind<Tokens.Codespan>(token, 'codespan')) return [{ text: plain(token.text), style: 'code' }];
    // Links to other chapters mean nothing on paper; addresses do.
    if (isKind<Tokens.Link>(token, 'link'))
      return runsOf(token.tokens, style).map((run) =>
        token.href.startsWith('http') ? { ...run, link: token.href } : run,
      );
    if (isKind<Tokens.Text>(token, 'text'))
      return token.tokens === undefined ? [{ text: plain(token.text), style }] : runsOf(token.tokens, style);
    if (isKind<Tokens.Escape>(token, 'escape')) return [{ text: plain(token.text), style }];
    throw new Error(`the manual knows no '${token.type}' inside a text: ${token.raw}`);
  });

const textOf = (tokens: readonly Token[]): string =>
  runsOf(tokens)
    .map(({ text }) => text)
    .join('');

const itemsOf = (list: Tokens.List): Block[] =>
  list.items.map((item, i) => ({
    kind: 'item',
    runs: runsOf(
      item.tokens.flatMap((token) => (isKind<Tokens.Paragraph>(token, 'paragraph') ? token.tokens : [token])),
    ),
    mark: list.ordered ? `${(list.start || 1) + i}.` : '\u2022',
  }));

const blockOf = (token: Token, folder: string): Block[] => {
  if (isKind<Tokens.Space>(token, 'space')) return [];
  if (isKind<Tokens.Heading>(token, 'heading'))
    return [{ kind: 'heading', depth: token.depth, text: textOf(token.tokens) }];
  if (isKind<Tokens.List>(token, 'list')) return itemsOf(token);
  if (isKind<Tokens.Code>(token, 'code')) return [{ kind: 'code', text: token.text }];
  if (isKind<Tokens.Table>(token, 'table'))
    return [
      {
        kind: 'table',
        head: token.header.map((cell) => textOf(cell.tokens)),
        rows: token.rows.map((row) => row.map((cell) => textOf(cell.tokens))),
      },
    ];
  if (isKind<Tokens.Paragraph>(token, 'paragraph')) {
    const [only] = token.tokens;
    if (token.tokens.length === 1 && only !== undefined && isKind<Tokens.Image>(only, 'image'))
      return [{ kind: 'picture', file: join(folder, only.href), caption: plain(only.text) }];
    return [{ kind: 'text', runs: runsOf(token.tokens) }];
  }
  throw new Error(`the manual knows no '${token.type}': ${token.raw}`);
};

/** One chapter of the guide. Throws for Markdown that the manual cannot draw. */
export const readChapter = (folder: string, name: string): Chapter => {
  const blocks = lexer(readFileSync(join(folder, name), 'utf8')).flatMap((token) => blockOf(token, folder));
  const [first, ...rest] = blocks;
  if (first?.kind !== 'heading' || first.depth !== 1) throw new Error(`${name} does not begin with its title`);
  return { title: first.text, blocks: rest };
};
