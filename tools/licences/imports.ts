// Which packages the sources below a folder import. Tests are left out: they ship nothing.
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root, sourceFiles } from '../checks/source-files.ts';

/** `@scope/name/part.js` is a part of `@scope/name`. */
const packageOf = (module: string): string => module.split('/', module.startsWith('@') ? 2 : 1).join('/');

const modulesOf = (file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
};

/** Names of packages, sorted; those of the workspace and of Node itself are left out. */
export const findModules = (folder: string): string[] => {
  const files = sourceFiles([folder]).filter(
    (each) => !/(\.test|\/testing)\.tsx?$/.test(each) && !each.includes('/testdata/'),
  );
  const found = files
    .flatMap(modulesOf)
    .filter((module) => /^[@a-z]/.test(module) && !isBuiltin(module) && !module.startsWith('@outrider/'));
  return [...new Set(found.map(packageOf))].toSorted();
};
