import { startPart } from './process.ts';
import type { BenchRow, Measure } from './row.ts';
import type { Cost, Question } from './zip/part.ts';

const MiB = 1_048_576;
const films = 10;
/** Bytes that the whole process may hold: the rest is chunks that wait for the collector, more of them the faster it goes. */
const most = 300_000_000;

/** One zip in a process of its own, whose memory is nobody else's. */
async function zip(question: Question): Promise<Cost> {
  const part = await startPart(new URL('./zip/part.ts', import.meta.url));
  try {
    return (await part.ask(question)) as Cost;
  } finally {
    await part.end();
  }
}

const words = ({ memory, ms }: Cost): string =>
  `${Math.round(memory / 1e6)} MB at most, ${(ms / 1_000).toFixed(1)} s`;

/** The memory of a zip that is made while it is read does not grow with it. */
export const measure: Measure = async (): Promise<BenchRow[]> => {
  const small = await zip({ files: films, size: 25 * MiB });
  const large = await zip({ files: films, size: 1_024 * MiB });
  const whole = large.length > films * 1_024 * MiB;
  return [
    {
      row: `media: memory of a zip of ${films} GiB while it is made, against one of 250 MiB`,
      ours: words(large),
      peer: words(small),
      ratio: large.memory / small.memory,
      reach: `≤ ${most / 1e6} MB`,
      pass: whole && large.memory <= most,
    },
  ];
};
