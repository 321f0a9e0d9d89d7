import { expect, test } from 'vitest';
import type { Thing } from './contract.ts';
import { createThingBook, drawEvery } from './things.ts';

const thing = (id: string, lng = 0): Thing => ({ id, lng, lat: 0, look: 'live' });

const rig = () => {
  let time = 1000;
  let waiting: { run: () => void; at: number } | null = null;
  const drawings: (readonly Thing[])[] = [];
  const book = createThingBook(
    (things) => drawings.push(things),
    () => time,
    (run, delay) => {
      waiting = { run, at: time + delay };
      return () => {
        waiting = null;
      };
    },
  );
  const pass = (ms: number) => {
    time += ms;
    if (waiting && waiting.at <= time) {
      const due = waiting;
      waiting = null;
      due.run();
    }
  };
  return { book, drawings, pass, pending: () => waiting !== null };
};

test('the first change is drawn at once, a storm of changes once per period with the last state', () => {
  const { book, drawings, pass } = rig();
  book.put(thing('a'));
  expect(drawings).toHaveLength(1);
  for (let step = 1; step <= 50; step += 1) book.put(thing('a', step));
  expect(drawings).toHaveLength(1);
  pass(drawEvery);
  expect(drawings).toHaveLength(2);
  expect(drawings[1]).toEqual([thing('a', 50)]);
});

test('removing what is not there draws nothing', () => {
  const { book, drawings } = rig();
  book.remove('nobody');
  expect(drawings).toHaveLength(0);
});

test('set replaces everything', () => {
  const { book, drawings, pass } = rig();
  book.set([thing('a'), thing('b')]);
  book.set([thing('c')]);
  pass(drawEvery);
  expect(drawings.at(-1)?.map((each) => each.id)).toEqual(['c']);
});

test('after dispose nothing is drawn any more', () => {
  const { book, drawings, pass, pending } = rig();
  book.put(thing('a'));
  book.put(thing('a', 1));
  book.dispose();
  expect(pending()).toBe(false);
  book.put(thing('a', 2));
  pass(drawEvery * 2);
  expect(drawings).toHaveLength(1);
});
