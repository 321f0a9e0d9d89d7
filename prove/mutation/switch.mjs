/** In every process of a test: says which mutant is on, and remembers which ones were asked about. */
import { readFileSync } from 'node:fs';

const path = process.env.EYRIE_MUTANT_FILE;
const active = path === undefined ? 0 : Number(readFileSync(path, 'utf8'));
const asked = (globalThis.eyrieMutantsAsked ??= new Set());

/** @param {number} id */
export function mutantIsOn(id) {
  asked.add(id);
  return id === active;
}
