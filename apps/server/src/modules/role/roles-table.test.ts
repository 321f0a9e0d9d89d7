import { readFileSync } from 'node:fs';
import { resources } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { rolesTable } from './roles-table.ts';

describe('docs/roles.md', () => {
  const shown = rolesTable();

  it('is fresh', () => {
    const page = readFileSync(new URL('../../../../../docs/roles.md', import.meta.url), 'utf8');
    expect(page).toBe(shown);
  });

  it('names every resource in words', () => {
    for (const resource of resources) expect(shown).toContain(`| \`${resource}\` |`);
    expect(shown).not.toMatch(/\| permission\.|\| role\./);
  });
});
