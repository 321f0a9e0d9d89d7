import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limits } from '@eyrie/domain';
import type { DatabaseConnection } from '../postgres/index.ts';
import { Directory, secretMatches } from './directory.ts';

/** A database that answers each question when it is told to. */
const asked = (mono: () => number = () => 0) => {
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
  return { directory: new Directory({ pool }, mono), questions };
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

describe('an answer', () => {
  const { bindingCache } = limits.broker;

  it.each(['find', 'ownerOf'] as const)(
    'of %s stands for a moment, and then is asked for again',
    async (ask) => {
      let now = 0;
      const { directory, questions } = asked(() => now);
      const answered = async (): Promise<number> => {
        const one = directory[ask]('D');
        await nextBatch();
        for (const question of questions) question.answer();
        await one;
        return questions.length;
      };
      expect(await answered()).toBe(1);
      now = bindingCache - 1;
      expect(await answered()).toBe(1);
      now = bindingCache;
      expect(await answered()).toBe(2);
      // What is too old is dropped, and what is not stays.
      now = 2 * bindingCache - 1;
      directory.sweep();
      expect(await answered()).toBe(2);
    },
  );

  it('is forgotten when it is told to be', async () => {
    const { directory, questions } = asked();
    for (const count of [1, 1, 2]) {
      if (count === 2) directory.forget('D');
      const one = directory.find('D');
      await nextBatch();
      for (const question of questions) question.answer();
      await one;
      expect(questions).toHaveLength(count);
    }
  });

  it('of whose a serial number is, is asked for anew after a question that failed', async () => {
    const { directory, questions } = asked();
    const first = directory.ownerOf('D').catch(() => 'failed');
    await nextBatch();
    questions[0]?.fail();
    expect(await first).toBe('failed');
    const second = directory.ownerOf('D');
    await nextBatch();
    questions[1]?.answer();
    expect(await second).not.toBeNull();
  });

  it('to no question needs no database', async () => {
    const { directory, questions } = asked();
    expect((await directory.read([])).size).toBe(0);
    expect(questions).toHaveLength(0);
  });
});

it('a secret is its own hash and no other', () => {
  const hash = createHash('sha256').update('secret').digest();
  expect(secretMatches(Buffer.from('secret'), hash)).toBe(true);
  expect(secretMatches(Buffer.from('other'), hash)).toBe(false);
  expect(secretMatches(Buffer.from('secret'), hash.subarray(1))).toBe(false);
});

it('the record that waits is the one whose secret it is', async () => {
  const rows = ['one', 'two'].map((oid) => ({ oid, secret_hash: createHash('sha256').update(oid).digest() }));
  const pool = { query: async () => ({ rows }) } as unknown as DatabaseConnection['pool'];
  const directory = new Directory({ pool }, () => 0);
  expect(await directory.claimOf('D', Buffer.from('two'))).toBe('two');
  expect(await directory.claimOf('D', Buffer.from('three'))).toBeNull();
});
