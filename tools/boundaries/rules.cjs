// Which room may import which. One rule per sentence of architecture.md, section 2. Offences prove that each rule bites.
const server = '^apps/server/src/';
const web = '^apps/console/src/';
const rule = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('no-unresolved', {}, { couldNotResolve: true }),
    rule('packages-never-import-apps', { path: '^packages/' }, { path: '^apps/' }),
    rule('apps-never-import-each-other', { path: '^apps/([^/]+)/' }, { path: '^apps/', pathNot: '^apps/$1/' }),
    rule(
      'contract-stands-alone',
      { path: '^packages/contract/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^packages/contract/|node_modules/zod/' },
    ),
    rule(
      'packages-run-anywhere',
      { path: '^packages/', pathNot: '\\.test\\.ts$|^packages/[^/]+/test(data|ing)/' },
      { dependencyTypes: ['core'] },
    ),
    rule('console-packages', { path: web }, { path: '^packages/', pathNot: '^packages/(contract|media)/' }),
    rule(
      'feature-by-index',
      { path: `${server}features/([^/]+)/` },
      { path: `${server}features/[^/]+/`, pathNot: [`${server}features/$1/`, '/index\\.ts$'] },
    ),
    rule(
      'gateway-and-media-by-index',
      { path: `${server}(features|media|gateway)/` },
      { path: `${server}(gateway|media)/.+`, pathNot: [`${server}(gateway|media)/index\\.ts$`, `${server}$1/`] },
    ),
    rule(
      'lower-rooms-know-no-features',
      { path: `${server}(kernel|adapters|gateway|media)/` },
      { path: `${server}features/` },
    ),
    rule('gateway-knows-no-media', { path: `${server}gateway/` }, { path: `${server}media/` }),
    rule('kernel-is-the-floor', { path: `${server}kernel/` }, { path: server, pathNot: `${server}kernel/` }),
    rule(
      'only-app-picks-adapters',
      { path: server, pathNot: [`${server}(app\\.ts|rooms/base\\.ts|adapters/)`, '\\.test\\.ts$'] },
      { path: `${server}adapters/` },
    ),
    rule(
      'only-gateway-speaks-protocols',
      { path: server, pathNot: `${server}gateway/` },
      { path: '^packages/(jt808|jt1078)/' },
    ),
    rule(
      'sql-only-in-stores',
      { path: server, pathNot: [`${server}adapters/`, '/store\\.ts$', '/store/', `${server}kernel/storage/db\\.ts$`] },
      { path: 'node_modules/(kysely|pg)/' },
    ),
    rule(
      'screens-never-import-screens',
      { path: `${web}screens/([^/]+)/` },
      { path: `${web}screens/`, pathNot: `${web}screens/$1/` },
    ),
    rule(
      'screens-are-leaves',
      { path: web, pathNot: `${web}(screens|app)/|/main\\.tsx$` },
      { path: `${web}(screens|app)/` },
    ),
    rule('parts-above-live', { path: `${web}(live|player|map|ui|lib)/` }, { path: `${web}parts/` }),
    rule('ui-knows-no-domain', { path: `${web}ui/` }, { path: web, pathNot: `${web}(ui|lib)/` }),
    rule('lib-is-the-floor', { path: `${web}lib/` }, { path: web, pathNot: `${web}lib/` }),
  ],
  options: {
    tsPreCompilationDeps: true, // type-only imports count
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
