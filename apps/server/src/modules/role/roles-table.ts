import { firstRoleKeys, firstRoles, resources } from '@eyrie/domain';
import { say } from '../../platform/http/words.ts';
import { platformRight } from '../permission/index.ts';

/** `docs/roles.md`: which first role holds which resource. Printed by `scripts/print-roles.mjs`. */
export function rolesTable(): string {
  const cell = (key: (typeof firstRoleKeys)[number], resource: (typeof resources)[number]): string => {
    if (resource === platformRight && key === 'administrator') return 'first organisation only';
    return firstRoles[key].includes(resource) ? '✓' : '';
  };
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    '# First roles',
    '',
    'Every organisation starts with these roles. Menu resources are pages, scene resources are actions. A call is',
    'open to whoever holds any one of the resources it names. This page is printed from the declaration in',
    '`packages/domain/src/role/first-roles.ts`; a test fails when it is stale. Print it again with',
    '`node scripts/print-roles.mjs`.',
    '',
    line(['Resource', 'Meaning', ...firstRoleKeys.map((key) => say('en', `role.${key}`))]),
    line(['---', '---', ...firstRoleKeys.map(() => ':-:')]),
    ...resources.map((resource) =>
      line([
        `\`${resource}\``,
        say('en', `permission.${resource}`),
        ...firstRoleKeys.map((key) => cell(key, resource)),
      ]),
    ),
    '',
  ].join('\n');
}
