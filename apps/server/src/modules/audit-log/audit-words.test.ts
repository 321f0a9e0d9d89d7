import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phrases } from '@eyrie/phrases';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../..');
const known = phrases('en');

/** Deeds that the code writes down by name; names that are put together are proved where they are. */
const deeds = globSync('**/*.ts', { cwd: source })
  .filter((path) => !/\.test\.ts$|^testing\//.test(path))
  .flatMap((path) =>
    [
      ...readFileSync(join(source, path), 'utf8').matchAll(
        /(?:action: |\.done\(\s*[\w.]+,\s*\w+,\s*)'([\w-]+)\.(\w+)'/g,
      ),
    ].map(([, word = '', verb = '']) => ({ path, word, verb })),
  );

it('every deed of the log has words for those who read it', () => {
  expect(deeds.length).toBeGreaterThan(50);
  const silent = deeds.filter(
    ({ word, verb }) => !(`auditLog.word.${word}` in known) || !(`auditLog.verb.${verb}` in known),
  );
  expect(silent).toEqual([]);
  // Put together from the kind of a notice.
  for (const kind of ['announcement', 'maintenance']) expect(known).toHaveProperty([`auditLog.word.${kind}`]);
});
