/** Long files are asked about, very long ones are refused. */
import type { Source } from './sources.ts';

const ask = 300;
const refuse = 500;

/** Tables and stories are as long as what they tell. */
const tables = /\/migrations\/|\/texts\/|common-passwords|\.test\.ts$|\.spec\.ts$|package-lock|\.css$/;

/** @returns remarks on files above 300 lines, faults on files above 500 */
export function sizes(sources: readonly Source[]): { remarks: string[]; faults: string[] } {
  const long = sources
    .filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path) && !tables.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > ask)
    .toSorted((a, b) => b.lines - a.lines);
  return {
    remarks: long.map(({ path, lines }) => `${path}: ${lines} lines; could it be two?`),
    faults: long
      .filter(({ lines }) => lines > refuse)
      .map(({ path, lines }) => `${path}: ${lines} lines, more than ${refuse}`),
  };
}
