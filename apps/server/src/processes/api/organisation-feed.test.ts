import { EventEmitter } from 'node:events';
import { createLog } from '../../platform/log.ts';
import { describe, expect, it } from 'vitest';
import { createOrganisationFeed } from './organisation-feed.ts';

const setUp = () => {
  let now = 0;
  const said: string[] = [];
  const events = new EventEmitter<{ up: []; down: [string] }>();
  /** What the broker waits for before it answers a change of subscriptions. */
  let answer: Promise<void> = Promise.resolve();
  let refuses = false;
  const feed = createOrganisationFeed(
    { clock: { mono: () => now, wall: () => now }, log: createLog({ level: 'silent' }) },
    {
      events,
      async subscribe(topics) {
        await answer;
        if (refuses) throw new Error('refused');
        said.push(`+ ${topics.join()}`);
      },
      async unsubscribe(topics) {
        await answer;
        said.push(`- ${topics.join()}`);
      },
      async publish(topic, payload) {
        said.push(`${topic} ${String(payload)}`);
      },
    },
  );
  const watched = new Set<string>();
  const left: string[] = [];
  feed.join({ organisations: () => watched, left: (root) => left.push(root) });
  return {
    feed,
    watched,
    left,
    events,
    said: () => said.splice(0),
    pass: (ms: number): void => void (now += ms),
    answers: (when: Promise<void>): void => void (answer = when),
    refuse: (whether: boolean): void => void (refuses = whether),
  };
};
const minute = 60_000;

describe('what devices of an organisation say', () => {
  it('is heard from before the first of its people is let in, and its present asked for, once', async () => {
    const { feed, said } = setUp();
    expect(feed.follows('one')).toBe(false);
    await Promise.all([feed.follow('one'), feed.follow('one')]);
    await feed.follow('one');
    expect(said()).toEqual(['+ INFO/one/#', 'eyrie/live/refresh one']);
    expect([feed.follows('one'), feed.follows('two')]).toEqual([true, false]);
  });

  it('lets nobody in while the broker refuses it', async () => {
    const { feed, said, refuse } = setUp();
    refuse(true);
    const outcomes = await Promise.allSettled([feed.follow('one'), feed.follow('one')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(feed.follows('one')).toBe(false);
    refuse(false);
    await feed.follow('one');
    expect(said()).toEqual(['+ INFO/one/#', 'eyrie/live/refresh one']);
  });

  it('is left, and what is known of it, a minute after the last of them went', async () => {
    const { feed, said, watched, left, pass } = setUp();
    await feed.follow('one');
    await feed.follow('two');
    said();
    watched.add('one');
    pass(minute + 1);
    await feed.sweep();
    expect([said(), left]).toEqual([['- INFO/two/#'], ['two']]);
    watched.delete('one');
    pass(minute);
    await feed.sweep();
    expect(feed.follows('one')).toBe(true);
    pass(1);
    await feed.sweep();
    expect([said(), left, feed.follows('one')]).toEqual([['- INFO/one/#'], ['two', 'one'], false]);
  });

  it('is heard again by who comes while it is being left', async () => {
    const { feed, said, pass, answers } = setUp();
    await feed.follow('one');
    said();
    pass(minute + 1);
    const { promise, resolve } = Promise.withResolvers<void>();
    answers(promise);
    const leaving = feed.sweep();
    await Promise.resolve();
    await Promise.resolve();
    const coming = feed.follow('one');
    resolve();
    await Promise.all([leaving, coming]);
    expect(said()).toEqual(['- INFO/one/#', '+ INFO/one/#', 'eyrie/live/refresh one']);
    expect(feed.follows('one')).toBe(true);
  });

  it('is asked for anew when the broker is back', async () => {
    const { feed, said, events } = setUp();
    await feed.start();
    await feed.follow('one');
    await feed.follow('two');
    said();
    events.emit('up');
    expect(said()).toEqual(['eyrie/live/refresh one', 'eyrie/live/refresh two']);
    await feed.stop();
    events.emit('up');
    expect(said()).toEqual([]);
  });
});
