import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A package with one export for an app, one for its own test alone, and one for the test of an app. */
const files: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'house', type: 'module', workspaces: ['packages/*', 'apps/*'] }),
  'packages/planner/package.json': JSON.stringify({
    name: '@eyrie/planner',
    type: 'module',
    exports: './src/index.ts',
  }),
  'packages/planner/src/index.ts': `export { flown, shown, tried } from './plan.ts';`,
  'packages/planner/src/plan.ts': `export const flown = 1;\nexport const shown = 2;\nexport const tried = 3;`,
  'packages/planner/src/plan.test.ts': `import { flown, tried } from './index.ts';\nconsole.log(flown, tried);`,
  'apps/server/package.json': JSON.stringify({
    name: '@eyrie/server',
    type: 'module',
    dependencies: { '@eyrie/planner': '*', vitest: '*' },
  }),
  'apps/server/src/main.ts': `import { flown } from '@eyrie/planner';\nconsole.log(flown);`,
  'apps/server/src/main.test.ts': `import { shown } from '@eyrie/planner';\nconsole.log(shown);`,
};

let house: string;
beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'eyrie-exports-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }
  mkdirSync(join(house, 'node_modules/@eyrie'), { recursive: true });
  symlinkSync(join(house, 'packages/planner'), join(house, 'node_modules/@eyrie/planner'));
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

it('an export that only the tests of its own package use is dead, and no other', () => {
  const config = join(import.meta.dirname, 'dead-exports.mjs');
  const knip = join(import.meta.dirname, '../../node_modules/knip/bin/knip.js');
  const { status, stdout } = spawnSync(
    process.execPath,
    [knip, '--no-progress', '--reporter', 'json', '--config', config],
    { cwd: house, encoding: 'utf8' },
  );
  const { issues } = JSON.parse(stdout) as { issues: { file: string; exports: { name: string }[] }[] };
  const dead = issues.flatMap(({ file, exports }) => exports.map(({ name }) => `${file} ${name}`));
  expect(dead).toContain('packages/planner/src/index.ts tried');
  expect(dead.filter((one) => !one.endsWith(' tried'))).toEqual([]);
  expect(status).toBe(1);
});
