import { limits } from '@eyrie/domain';
import { expect, it } from 'vitest';
import type { DockLink } from '../../modules/dock/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { createProof } from './proof.ts';

const setUp = (answers: (readonly string[] | Error)[], dock = { bound: true, proved: false }) => {
  let now = 0;
  const asked: string[][] = [];
  const runtime = {
    clock: { mono: () => now },
    serverTime: () => 0,
    log: { warn: () => undefined },
  } as unknown as Runtime;
  const proof = createProof(runtime, async (_db, oids) => {
    asked.push([...oids]);
    const answer = answers[asked.length - 1] ?? [];
    if (answer instanceof Error) throw answer;
    return [...answer];
  });
  const link = { dock: { oid: 'D', ...dock } } as DockLink;
  const speak = async (after = 0): Promise<boolean> => {
    now += after;
    proof.spoke(link);
    await new Promise((resolve) => setImmediate(resolve));
    return link.dock.proved;
  };
  return { asked, speak };
};

it('proves a link by its first message, and asks no more', async () => {
  const { asked, speak } = setUp([['D']]);
  expect(await speak()).toBe(true);
  expect(await speak(limits.gateway.bindAgain)).toBe(true);
  expect(asked).toEqual([['D']]);
});

it('believes what is stored, and looks again after a while', async () => {
  const { asked, speak } = setUp([[], ['D']]);
  expect(await speak()).toBe(false);
  expect(await speak(limits.gateway.bindAgain - 1)).toBe(false);
  expect(asked).toHaveLength(1);
  expect(await speak(1)).toBe(true);
});

it('tries again at the next message where that could not be stored', async () => {
  const { speak } = setUp([new Error('away'), ['D']]);
  expect(await speak()).toBe(false);
  expect(await speak()).toBe(true);
});

it('proves nothing by a device that has not named the code of its organisation', async () => {
  const { asked, speak } = setUp([['D']], { bound: false, proved: false });
  expect(await speak()).toBe(false);
  expect(asked).toEqual([]);
});
