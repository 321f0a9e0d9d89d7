import { describe, expect, it } from 'vitest';
import { sharedHookFaults } from './shared-hooks.ts';

const world = {
  path: 'apps/server/src/modules/dock/world.fixture.ts',
  text: 'export let rooms;\nbeforeAll(async () => {});\n',
};
const cases = {
  path: 'apps/server/src/modules/dock/cases.fixture.ts',
  text: "import './world.fixture.ts';\n",
};
const test = (name: string, from: string) => ({
  path: `apps/server/src/modules/dock/${name}.db.test.ts`,
  text: `import { it } from 'vitest';\nimport { rooms } from '${from}';\nit('works', () => rooms);\n`,
});

describe('hooks that a module registers as it is imported', () => {
  it('are refused where two files of tests reach them, also by way of another module', () => {
    const found = sharedHookFaults([
      world,
      cases,
      test('a', './world.fixture.ts'),
      test('b', './cases.fixture.ts'),
    ]);
    expect(found).toEqual([
      expect.stringMatching(/world\.fixture\.ts registers .*a\.db\.test\.ts and .*b\.db\.test\.ts/),
    ]);
  });

  it('may be those of one file, and of any number where a function registers them', () => {
    expect(sharedHookFaults([world, cases, test('a', './world.fixture.ts')])).toEqual([]);
    const asked = { ...world, text: 'export const useWorld = () => {\n  beforeAll(() => {});\n};\n' };
    expect(
      sharedHookFaults([asked, test('a', './world.fixture.ts'), test('b', './world.fixture.ts')]),
    ).toEqual([]);
  });
});
