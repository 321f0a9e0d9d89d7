import { expect, it } from 'vitest';
import { shareRunning } from './share-running.ts';

const counted = () => {
  const ends: ((answer: string) => void)[] = [];
  const fails: ((error: Error) => void)[] = [];
  const asked: string[] = [];
  const look = shareRunning(
    (name: string) =>
      new Promise<string>((resolve, reject) => {
        asked.push(name);
        ends.push(resolve);
        fails.push(reject);
      }),
    (name) => name,
  );
  return { look, ends, fails, asked };
};

it('asks once for all who ask meanwhile, and apart for another thing', async () => {
  const { look, ends, asked } = counted();
  const answers = [look('a'), look('a'), look('b')];
  for (const [at, end] of ends.entries()) end(`answer ${at}`);
  expect(await Promise.all(answers)).toEqual(['answer 0', 'answer 0', 'answer 1']);
  expect(asked).toEqual(['a', 'b']);
});

it('keeps no answer: the next question is asked anew', async () => {
  const { look, ends, asked } = counted();
  const first = look('a');
  ends[0]?.('old');
  await first;
  const second = look('a');
  ends[1]?.('new');
  expect(await second).toBe('new');
  expect(asked).toHaveLength(2);
});

it('fails for all who wait, and asks anew afterwards', async () => {
  const { look, ends, fails, asked } = counted();
  const both = [look('a'), look('a')].map((one) => one.catch((error: Error) => error.message));
  fails[0]?.(new Error('away'));
  expect(await Promise.all(both)).toEqual(['away', 'away']);
  const again = look('a');
  ends[1]?.('here');
  expect(await again).toBe('here');
  expect(asked).toHaveLength(2);
});
