import { expect, it } from 'vitest';
import { createWriteBehind } from './write-behind.ts';

const open = () => {
  const said: string[] = [];
  const written: string[] = [];
  let fault: Error | null = null;
  let going = 0;
  const log = { warn: (_facts: unknown, text: string) => void said.push(text) };
  const behind = createWriteBehind(log as never, 'not written', async (all) => {
    going += 1;
    written.push(`${all ? 'all' : 'due'} ${going}`);
    await Promise.resolve();
    going -= 1;
    if (fault) throw fault;
  });
  return { behind, said, written, fail: (error: Error | null) => (fault = error) };
};

it('writes one batch after the other, never two at once', async () => {
  const { behind, written } = open();
  await Promise.all([behind.run(), behind.flush(), behind.run()]);
  expect(written).toEqual(['due 1', 'all 1', 'due 1']);
});

it('tells a timer what failed, and says it where nobody counts it; what comes next is written', async () => {
  const { behind, said, written, fail } = open();
  fail(new Error('no room'));
  await expect(behind.run()).rejects.toThrow('no room');
  expect(said).toEqual([]);
  await behind.flush();
  expect(said).toEqual(['not written']);
  fail(null);
  await behind.run();
  expect(written).toHaveLength(3);
});
