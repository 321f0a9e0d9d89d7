import { readdirSync } from 'node:fs';
import type { BenchRow, Measure } from './row.ts';

/** Names of the benchmarks to run, without `.bench.ts`; none means all. */
const wanted = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .toSorted();

const rows: BenchRow[] = [];
for (const name of names) {
  const from = performance.now();
  process.stderr.write(`${name} …\n`);
  try {
    const { measure } = (await import(`./${name}.bench.ts`)) as { measure: Measure };
    rows.push(...(await measure()));
  } catch (error) {
    const reach = error instanceof Error ? error.message : String(error);
    rows.push({
      row: `${name}: could not be measured`,
      ours: '–',
      peer: '–',
      ratio: null,
      reach,
      pass: false,
    });
  }
  process.stderr.write(`${name}: ${Math.round((performance.now() - from) / 1000)} s\n`);
}

const head = ['row', 'ours', 'peer', 'ratio', 'reach', 'pass'];
const body = rows.map(({ row, ours, peer, ratio, reach, pass }) => [
  row,
  ours,
  peer,
  ratio === null ? '–' : `${ratio.toFixed(2)}×`,
  reach,
  pass ? 'yes' : 'NO',
]);
const widths = head.map((_, column) =>
  Math.max(...[head, ...body].map((cells) => cells[column]?.length ?? 0)),
);
const line = (cells: string[]): string =>
  `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
process.stdout.write(
  `${[line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')}\n`,
);
process.exit(rows.every(({ pass }) => pass) ? 0 : 1);
