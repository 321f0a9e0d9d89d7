/** What every test file starts with. */
import * as fc from 'fast-check';
import { vi } from 'vitest';

/** Milliseconds: finds what hangs, also on a machine that others use; how long something may take its test says itself. */
const patience = 60_000;
const { waitFor } = vi;

vi.waitFor = (callback, options = {}) => {
  const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { ...others, timeout: Math.max(timeout, patience) });
};

/** A run of `npm test` tries the same cases everywhere: what fails there was changed. The proof looks for new ones. */
const everywhere = 4_711;
const { EYRIE_PROPERTY_SEED: given, EYRIE_PROPERTY_RUNS: runs } = process.env;
const seed = given === undefined ? everywhere : Number(given);
if (!Number.isInteger(seed)) throw new Error(`EYRIE_PROPERTY_SEED: ${given}, a whole number`);
fc.configureGlobal({ seed, ...(runs === undefined ? {} : { numRuns: Number(runs) }) });
