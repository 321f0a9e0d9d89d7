/** After each file of tests: writes down which mutants its code passed. */
import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

afterAll(() => {
  const path = process.env.EYRIE_MUTANT_PASSED;
  if (path === undefined) return;
  const line = { test: expect.getState().testPath, ids: [...(globalThis.eyrieMutantsAsked ?? [])] };
  appendFileSync(path, `${JSON.stringify(line)}\n`);
});
