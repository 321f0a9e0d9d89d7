import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundaryRules, readersOfOthers } from './boundary-rules.ts';
import { cruiseFolder, unseenWorkspaces, type Boundaries } from './boundaries.ts';

/** A small sound house: every import in it is one that the rules allow. */
const sound: Record<string, string> = {
  'packages/domain/src/index.ts': `import { z } from 'zod';\nexport const dock = z.string();`,
  'packages/domain/src/dock.test.ts': `import { builder } from '../../testing/src/index.ts';\nexport { builder };`,
  'packages/dji/src/index.ts': `export { dock } from '../../domain/src/index.ts';`,
  'packages/testing/src/index.ts': `export const builder = 1;`,
  'apps/server/src/platform/mqtt/index.ts': `import 'mqtt';\nexport interface Line { open: boolean }\nexport const line = 1;`,
  'apps/server/src/platform/postgres.ts': `import 'kysely';\nexport const database = 1;`,
  'apps/server/src/modules/dock/dock.store.ts': `import { sql } from 'kysely';\nimport { database } from '../../platform/postgres.ts';\nexport const read = [sql, database];`,
  'apps/server/src/modules/dock/dock.service.ts': `import { read } from './dock.store.ts';\nexport const decide = read;`,
  'apps/server/src/modules/dock/dock.endpoints.ts': `import type { Kysely } from 'kysely';\nimport type { Line } from '../../platform/mqtt/index.ts';\nimport { decide } from './dock.service.ts';\nexport const answer: [Kysely<Line>?, unknown?] = [undefined, decide];`,
  'apps/server/src/modules/dock/dock.gateway.ts': `import { line } from '../../platform/mqtt/index.ts';\nimport { dock } from '../../../../../packages/dji/src/index.ts';\nexport const talk = [line, dock];`,
  'apps/server/src/modules/dock/index.ts': `export { answer } from './dock.endpoints.ts';`,
  'apps/server/src/modules/flight/index.ts': `export { answer } from '../dock/index.ts';`,
  'apps/server/src/processes/api.ts': `export { answer } from '../modules/flight/index.ts';`,
  'apps/console/src/platform/http.ts': `export const http = 1;`,
  'apps/console/src/modules/dock/index.ts': `export { http } from '../../platform/http.ts';`,
  'apps/console/src/modules/route/index.ts': `export { http } from '../../platform/http.ts';`,
  'apps/console/src/pages/device-all/index.ts': `export { http } from '../../modules/dock/index.ts';\nexport { http as more } from '../../modules/route/index.ts';`,
  'apps/console/src/pages/login/index.ts': `export const login = 1;`,
  'apps/console/src/app/pages.ts': `export { http } from '../pages/device-all/index.ts';`,
};

/** One fault a rule: what is planted where, on top of the sound house. */
const faults: Record<string, { file: string; text: string }> = {
  'imports-resolve': { file: 'apps/server/src/processes/lost.ts', text: `import './nowhere.ts';` },
  'no-rings': {
    file: 'apps/server/src/modules/ring/round.ts',
    text: `import './round-too.ts';\nexport const round = 1;`,
  },
  'packages-never-import-apps': {
    file: 'packages/dji/src/bad.ts',
    text: `import '../../../apps/server/src/platform/postgres.ts';`,
  },
  'apps-never-import-each-other': {
    file: 'apps/console/src/platform/bad.ts',
    text: `import '../../../server/src/platform/postgres.ts';`,
  },
  'pure-packages-know-no-machine': {
    file: 'packages/domain/src/bad.ts',
    text: `import { readFileSync } from 'node:fs';\nexport { readFileSync };`,
  },
  'app-order': {
    file: 'apps/server/src/modules/dock/bad-order.ts',
    text: `import '../../processes/api.ts';`,
  },
  'platform-knows-no-room': {
    file: 'apps/server/src/platform/bad.ts',
    text: `import '../modules/dock/index.ts';`,
  },
  'pages-know-no-app': {
    file: 'apps/console/src/pages/login/bad-app.ts',
    text: `import '../../app/pages.ts';`,
  },
  'pages-stand-apart': {
    file: 'apps/console/src/pages/login/bad.ts',
    text: `import '../device-all/index.ts';`,
  },
  'room-through-its-door': {
    file: 'apps/server/src/modules/flight/bad-door.ts',
    text: `import '../dock/dock.store.ts';`,
  },
  'rooms-open-one-door': {
    file: 'apps/server/src/processes/bad-door.ts',
    text: `import '../modules/dock/dock.service.ts';`,
  },
  'console-rooms-stand-apart': {
    file: 'apps/console/src/modules/dock/bad.ts',
    text: `import '../route/index.ts';`,
  },
  'store-looks-down': {
    file: 'apps/server/src/modules/dock/bad.store.ts',
    text: `import './dock.service.ts';`,
  },
  'service-looks-down': {
    file: 'apps/server/src/modules/dock/bad.service.ts',
    text: `import './dock.endpoints.ts';`,
  },
  'only-stores-speak-sql': {
    file: 'apps/server/src/modules/dock/bad-sql.ts',
    text: `import { sql } from 'kysely';\nexport { sql };`,
  },
  'only-gateways-speak-topics': {
    file: 'apps/server/src/modules/dock/bad-topic.service.ts',
    text: `import { line } from '../../platform/mqtt/index.ts';\nexport { line };`,
  },
  'only-platform-holds-drivers': {
    file: 'apps/server/src/modules/dock/bad-driver.ts',
    text: `import mqtt from 'mqtt';\nexport { mqtt };`,
  },
  'vendor-stops-at-dji': {
    file: 'apps/console/src/platform/bad-vendor.ts',
    text: `import '../../../../packages/dji/src/index.ts';`,
  },
  'tests-only': {
    file: 'apps/server/src/modules/dock/bad-test.ts',
    text: `import '../../../../../packages/testing/src/index.ts';`,
  },
};

/** A reader of files that the server loads by way of a room, and one that only a thread does. */
const readers: Record<string, string> = {
  'apps/server/src/main.ts': `import { answer } from './modules/layer/index.ts';\nexport { answer };`,
  'apps/server/src/modules/layer/index.ts': `import type { Tiles } from './tileset.ts';\nimport { answer } from './serving.ts';\nexport { answer, type Tiles };`,
  'apps/server/src/modules/layer/serving.ts': `export const answer = new URL('./pack.worker.ts', import.meta.url);`,
  'apps/server/src/modules/layer/pack.worker.ts': `export { read } from './tileset.ts';`,
  'apps/server/src/modules/layer/tileset.ts': `export type Tiles = number;\nexport const read = 1;`,
};

const folders: string[] = [];

/** Writes files into a folder of their own, beside what stands for the packages of others. */
function house(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-house-'));
  folders.push(folder);
  const names = ['zod', 'kysely', 'mqtt'];
  const packages = names.map((name) => [`node_modules/${name}/dist/index.js`, 'export default 1;']);
  // As most packages are published.
  const manifests = names.map((name) => [
    `node_modules/${name}/package.json`,
    JSON.stringify({ name, main: 'dist/index.js' }),
  ]);
  for (const [file = '', text = ''] of [...Object.entries(files), ...packages, ...manifests]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

describe('boundaries', () => {
  let broken: Boundaries;

  beforeAll(async () => {
    const planted = Object.fromEntries(Object.values(faults).map(({ file, text }) => [file, text]));
    const way = { 'apps/server/src/modules/ring/round-too.ts': `import './round.ts';` };
    broken = await cruiseFolder(house({ ...sound, ...planted, ...way }));
  });

  it('are content with a sound house', async () => {
    const { modules, faults: found } = await cruiseFolder(house(sound));
    expect(found).toEqual([]);
    expect(modules).toHaveLength(Object.keys(sound).length);
  });

  it('have a planted fault for every rule', () => {
    expect(Object.keys(faults).toSorted()).toEqual(boundaryRules.map(({ name }) => name).toSorted());
  });

  it.each(Object.entries(faults))('%s', (rule, { file }) => {
    const found = broken.faults.filter((fault) => fault.rule === rule);
    // A ring is told once, from whichever of its files was read first.
    expect(found.flatMap(({ from, to }) => [from, ...to.split(' → ')])).toContain(file);
  });

  it('let threads read what others send', async () => {
    expect((await cruiseFolder(house({ ...sound, ...readers }))).faults).toEqual([]);
  });

  it.each([
    ['serving.ts', `import { read } from './tileset.ts';\nexport const answer = read;`],
    ['serving.ts', `export const answer = () => import('./tileset.ts');`],
    ['index.ts', `import { readKmz } from '@eyrie/wpml';\nexport const answer = readKmz;`],
  ])('refuse it beside the orders of the server: %s', async (file, text) => {
    const planted = { [`apps/server/src/modules/layer/${file}`]: text };
    const { faults: found } = await cruiseFolder(house({ ...sound, ...readers, ...planted }));
    expect(found.map(({ rule, from }) => ({ rule, from }))).toContainEqual({
      rule: readersOfOthers.name,
      from: `apps/server/src/modules/layer/${file}`,
    });
  });

  it('notice a workspace of which nothing was read', () => {
    const folder = house({ ...sound, 'packages/silent/src/notes.txt': '' });
    expect(unseenWorkspaces(folder, Object.keys(sound))).toEqual(['packages/silent/src/']);
  });
});
