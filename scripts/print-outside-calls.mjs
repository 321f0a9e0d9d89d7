// Prints what the sign-in page needs of the declarations of its first calls. Run with Node 24.
import { writeFileSync } from 'node:fs';
import { printOutsideCalls } from '../packages/domain/src/outside-calls.ts';

const file = new URL('../apps/console/src/platform/outside-calls.generated.ts', import.meta.url);
writeFileSync(file, printOutsideCalls());
