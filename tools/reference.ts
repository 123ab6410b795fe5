// `npm run reference`: writes docs/reference/ from the contract and the protocol packages. With --check it writes nothing
// and fails when a page is not what it would write.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './checks/source-files.ts';
import { referencePages } from './reference/pages.ts';

const home = join(root, 'docs', 'reference');
const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const pages = referencePages();

const isCurrent = (name: string): boolean => {
  const path = join(home, name);
  return existsSync(path) && readFileSync(path, 'utf8') === pages.get(name);
};

const left = existsSync(home) ? readdirSync(home).filter((name) => !pages.has(name)) : [];
const stale = [...pages.keys()].filter((name) => !isCurrent(name));

if (values.check === true) {
  for (const name of [...stale, ...left]) console.error(`docs/reference/${name} is stale: npm run reference`);
  if (stale.length + left.length > 0) process.exitCode = 1;
} else {
  mkdirSync(home, { recursive: true });
  for (const name of left) rmSync(join(home, name));
  for (const name of stale) writeFileSync(join(home, name), pages.get(name) ?? '');
}
console.log(`${pages.size} pages, ${stale.length} stale, ${left.length} left over`);
