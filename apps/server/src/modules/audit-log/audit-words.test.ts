import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allCalls } from '@eyrie/domain';
import { phrases } from '@eyrie/phrases';
import { nameOfField } from '@eyrie/phrases/detail-words';
import { expect, it } from 'vitest';
import { z } from 'zod';

const source = join(import.meta.dirname, '../..');
const known = phrases('en');

/** Actions that the code writes by name; composed names are tested where they are made. */
const actions = globSync('**/*.ts', { cwd: source })
  .filter((path) => !/\.test\.ts$|^testing\//.test(path))
  .flatMap((path) =>
    [
      ...readFileSync(join(source, path), 'utf8').matchAll(
        /(?:action: |\.done\(\s*[\w.]+,\s*\w+,\s*)'([\w-]+)\.(\w+)'/g,
      ),
    ].map(([, word = '', verb = '']) => ({ path, word, verb })),
  );

it('every action of the log has words for those who read it', () => {
  expect(actions.length).toBeGreaterThan(50);
  const silent = actions.filter(
    ({ word, verb }) => !(`auditLog.word.${word}` in known) || !(`auditLog.verb.${verb}` in known),
  );
  expect(silent).toEqual([]);
  // Put together from the kind of a notice.
  for (const kind of ['announcement', 'maintenance']) expect(known).toHaveProperty([`auditLog.word.${kind}`]);
});

/** Names of the fields of a JSON Schema, however deep. */
const fieldsOf = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap((one: unknown) => fieldsOf(one));
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, inner]) => [
    ...(key === 'properties' ? Object.keys(inner as object) : []),
    ...fieldsOf(inner),
  ]);
};

it('every field that a call takes has a name for those who read what was refused', () => {
  const fields = new Set(
    allCalls.flatMap(({ request }) =>
      fieldsOf(z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' })),
    ),
  );
  expect(fields.size).toBeGreaterThan(100);
  expect([...fields].filter((field) => nameOfField(field, known) === null)).toEqual([]);
});
