/**
 * What packages offer and nobody takes, for `knip --config`: beside `knip.json`, which finds what nothing reaches, every
 * export of a package has to be used, and its own tests are not a use.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { workspaces, ...common } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../knip.json'), 'utf8'),
);

export default {
  ...common,
  include: ['exports'],
  workspaces: {
    ...workspaces,
    'packages/*': {
      includeEntryExports: true,
      vitest: false,
      project: ['src/**/*.{ts,tsx}', '!src/**/*.test.{ts,tsx}'],
    },
  },
};
