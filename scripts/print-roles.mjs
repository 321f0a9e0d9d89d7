// Prints docs/roles.md from the declaration of the first roles. Run with Node 24.
import { writeFileSync } from 'node:fs';
import { rolesTable } from '../apps/server/src/modules/role/roles-table.ts';

writeFileSync(new URL('../docs/roles.md', import.meta.url), rolesTable());
