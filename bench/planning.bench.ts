import { planArea } from '@eyrie/geometry';
import { coveredShare, fields, largeField } from './planning/fields.ts';
import { holedFields, type HoledField } from './planning/holed.ts';
import { zigZag } from './planning/zig-zag.ts';
import type { BenchRow, Measure } from './row.ts';

const spacing = 20;
const runs = 15;
const limits = { ms: 16, ofBound: 1.03, covered: 0.998 } as const;
const sweepMs = 100;

/** Milliseconds of the processor, the middle of several runs: what others on the machine do does not count. */
function cpu(work: () => unknown): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
}

/** Plans of fields that were worked out by hand, beside a plain zig-zag on the same course. */
function tableRows(): BenchRow[] {
  return fields.flatMap(({ name, rings, spacing: apart, totals }) =>
    totals.map(({ course, metres }): BenchRow => {
      const plan = planArea({ parts: [rings] }, { spacing: apart, course });
      const plain = zigZag(rings, apart, plan.course);
      return {
        row: `planning: ${name} at ${apart} m, ${course === 'best' ? `best course, ${plan.course}°` : `${course}°`}`,
        ours: `${plan.length.toFixed(1)} m`,
        peer: `${plain.length.toFixed(1)} m`,
        ratio: plan.length / plain.length,
        reach: `≤ ${metres} m`,
        pass: plan.length <= metres + 0.05,
      };
    }),
  );
}

/** Ten square kilometres: time, length against area ÷ spacing, and what lies beside a line. */
function largeRows(): BenchRow[] {
  const ring = largeField();
  const given = () => planArea({ parts: [[ring]] }, { spacing, course: 33, speed: 10 });
  const plan = given();
  const plain = zigZag([ring], spacing, 33);
  const bound = plan.area / spacing;
  const [ours, peer] = [cpu(given), cpu(() => zigZag([ring], spacing, 33))];
  const sweep = () => planArea({ parts: [[ring]] }, { spacing, course: 'best', speed: 10 });
  const best = sweep();
  const searched = cpu(sweep);
  const whole = planArea({ parts: [[ring]] }, { spacing, course: 33, speed: 10, ends: 'band' });
  const [covered, coveredPlain, coveredWhole] = [plan, plain, whole].map(({ strips }) =>
    coveredShare(ring, strips, spacing),
  ) as [number, number, number];
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  const what = 'planning: 10 km², 100 corners, 20 m';
  return [
    {
      row: `${what}, given course`,
      ours: `${ours.toFixed(1)} ms`,
      peer: `${peer.toFixed(1)} ms`,
      ratio: ours / peer,
      reach: `< ${limits.ms} ms`,
      pass: ours < limits.ms,
    },
    {
      row: `${what}, length ÷ (area ÷ spacing)`,
      ours: (plan.length / bound).toFixed(4),
      peer: (plain.length / bound).toFixed(4),
      ratio: plan.length / plain.length,
      reach: `≤ ${limits.ofBound}`,
      pass: plan.length / bound <= limits.ofBound,
    },
    {
      row: `${what}, covered`,
      ours: percent(covered),
      peer: percent(coveredPlain),
      ratio: covered / coveredPlain,
      reach: `≥ ${percent(limits.covered)}`,
      pass: covered >= limits.covered,
    },
    {
      row: `${what}, lines to the end of their bands`,
      ours: `${percent(coveredWhole)}, ${(whole.length / bound).toFixed(4)}`,
      peer: `${percent(coveredPlain)}, ${(plain.length / bound).toFixed(4)}`,
      ratio: whole.length / plain.length,
      reach: `${percent(1)}, ≤ ${limits.ofBound}`,
      pass: coveredWhole === 1 && whole.length / bound <= limits.ofBound,
    },
    {
      row: `${what}, best course`,
      ours: `${searched.toFixed(0)} ms, ${best.course}°, ${(best.length / bound).toFixed(4)}`,
      peer: '–',
      ratio: null,
      reach: `≤ ${sweepMs} ms beside the page, ≤ ${limits.ofBound}`,
      pass: searched <= sweepMs && best.length / bound <= limits.ofBound,
    },
  ];
}

const planOf = ({ rings, spacing: apart, forbidden }: HoledField) => {
  const [outer = [], ...holes] = rings;
  const ground = forbidden ? { parts: [[outer]], forbidden: holes } : { parts: [rings] };
  return planArea(ground, { spacing: apart, course: 33, speed: 10, ends: 'band', turnaround: 22 });
};

/** Areas with holes, a third of which are flown around: none may take longer than a page has for a frame. */
function holedRows(): BenchRow[] {
  // The first plans of a process are slow by its compiler alone.
  for (const field of holedFields) planOf(field);
  const times = holedFields.map((field) => ({ name: field.name, ms: cpu(() => planOf(field)) }));
  const slowest = times.reduce((most, one) => (one.ms > most.ms ? one : most));
  const over = times.filter(({ ms }) => ms >= limits.ms);
  return [
    {
      row: `planning: ${times.length} areas with holes, the slowest (${slowest.name})`,
      ours: `${slowest.ms.toFixed(1)} ms, ${over.length} over`,
      peer: `${limits.ms} ms`,
      ratio: slowest.ms / limits.ms,
      reach: `< ${limits.ms} ms`,
      pass: over.length === 0,
    },
  ];
}

export const measure: Measure = () => Promise.resolve([...tableRows(), ...largeRows(), ...holedRows()]);
