import { describe, expect, it } from 'vitest';
import { limits } from '@eyrie/domain';
import type { DatabaseConnection } from '../postgres/index.ts';
import { Directory } from './directory.ts';

/** A database that answers each question when it is told to. */
const asked = () => {
  const questions: { sns: string[]; answer(): void; fail(): void }[] = [];
  const pool = {
    query: (_text: string, [sns]: [string[]]) =>
      new Promise((resolve, reject) => {
        const rows = sns
          .filter((sn) => sn !== 'UNKNOWN')
          .map((sn) => ({ sn, secret_hash: Buffer.from(sn), drone_sns: [] }));
        const fail = (): void => reject(new Error('away'));
        questions.push({ sns: [...sns], answer: () => resolve({ rows }), fail });
      }),
  } as unknown as DatabaseConnection['pool'];
  return { directory: new Directory({ pool }, () => 0), questions };
};
const nextBatch = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('docks that sign in at once', () => {
  it('are looked up together, one question at a time', async () => {
    const { directory, questions } = asked();
    const count = limits.broker.askedAtOnce + 20;
    const found = Promise.all(
      Array.from({ length: count }, (_, at) => directory.find(at === 0 ? 'UNKNOWN' : `D${at}`)),
    );
    await nextBatch();
    expect(questions.map(({ sns }) => sns.length)).toEqual([limits.broker.askedAtOnce]);
    questions[0]?.answer();
    await nextBatch();
    expect(questions.map(({ sns }) => sns.length)).toEqual([limits.broker.askedAtOnce, 20]);
    questions[1]?.answer();
    const bindings = await found;
    expect(bindings[0]).toBeUndefined();
    expect(bindings.slice(1).map((one) => one?.sn)).toEqual(
      Array.from({ length: count - 1 }, (_, at) => `D${at + 1}`),
    );
  });

  it('are asked for anew after a question that failed', async () => {
    const { directory, questions } = asked();
    const first = directory.find('D').catch(() => 'failed');
    await nextBatch();
    questions[0]?.fail();
    expect(await first).toBe('failed');
    const second = directory.find('D');
    await nextBatch();
    questions[1]?.answer();
    expect((await second)?.sn).toBe('D');
  });
});

it('tells which serial numbers are taken', async () => {
  const { directory, questions } = asked();
  const taken = Promise.all([directory.ownerOf('D'), directory.ownerOf('UNKNOWN')]);
  await nextBatch();
  questions[0]?.answer();
  expect((await taken).map((owner) => owner !== null)).toEqual([true, false]);
  expect(questions).toHaveLength(1);
});
