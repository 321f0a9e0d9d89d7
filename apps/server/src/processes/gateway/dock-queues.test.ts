import { describe, expect, it } from 'vitest';
import { limits } from '@eyrie/domain';
import type { DockLink } from '../../modules/dock/index.ts';
import { createLog } from '../../platform/log.ts';
import { createDockQueues } from './dock-queues.ts';

const dock = (sn: string, flightOID: string | null = null): DockLink =>
  ({ dock: { sn }, flightOID }) as unknown as DockLink;
const storm = limits.gateway.docksAtOnce * 10;

const opened = () => {
  const queues = createDockQueues(createLog({ level: 'silent' }));
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.push(resolve);
    });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { queues, ends, begun, work, turn };
};

describe('the work of many docks at once', () => {
  it('is done a few at a time, and all of it', async () => {
    const { queues, ends, begun, work, turn } = opened();
    for (let at = 0; at < storm; at += 1) queues.inOrder(dock(`D${at}`), work(`D${at}`));
    await turn();
    expect(begun).toHaveLength(limits.gateway.docksAtOnce);
    expect(queues.waiting()).toBe(storm - limits.gateway.docksAtOnce);
    while (begun.length < storm || ends.length > 0) {
      ends.shift()?.();
      await turn();
    }
    expect(new Set(begun).size).toBe(storm);
    expect(queues.waiting()).toBe(0);
  });

  it('does not keep a dock with a flight waiting', async () => {
    const { queues, begun, work, turn } = opened();
    for (let at = 0; at < storm; at += 1) queues.inOrder(dock(`D${at}`), work(`D${at}`));
    queues.inOrder(dock('FLYING', 'flight'), work('FLYING'));
    await turn();
    expect(begun).toContain('FLYING');
    expect(begun).toHaveLength(limits.gateway.docksAtOnce + 1);
  });

  it('goes on after a failure, in the order of each dock', async () => {
    const { queues } = opened();
    const done: string[] = [];
    const link = dock('D');
    queues.inOrder(link, async () => Promise.reject(new Error('a bad moment')));
    queues.inOrder(link, async () => void done.push('second'));
    queues.inOrder(link, async () => void done.push('third'));
    await queues.settle();
    expect(done).toEqual(['second', 'third']);
  });
});
