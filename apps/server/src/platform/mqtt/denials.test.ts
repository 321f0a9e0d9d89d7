import { limits } from '@eyrie/domain';
import { expect, test } from 'vitest';
import { Denials, type Denial, type DenialNotice } from './denials.ts';

const wrong = (sn: string): Denial => ({ denied: 'deviceCredentials', sn, address: '192.0.2.1' });
const begin = () => {
  const clock = { now: 1_000, mono: () => clock.now };
  const notices: DenialNotice[] = [];
  return { clock, notices, denials: new Denials(clock, (notice) => notices.push(notice)) };
};

test('the first denial is reported at once, those after it as a number once a minute', () => {
  const { clock, notices, denials } = begin();
  for (let n = 0; n < 100; n += 1) denials.note(wrong('SN-1'));
  denials.note({ ...wrong('SN-1'), denied: 'devicePublish', topic: 'thing/product/SN-2/osd' });
  expect(notices.map(({ denied, count }) => [denied, count])).toEqual([
    ['deviceCredentials', 1],
    ['devicePublish', 1],
  ]);
  clock.now += limits.broker.denialEvery;
  denials.note(wrong('SN-1'));
  expect(notices.at(-1)).toMatchObject({ sn: 'SN-1', count: 100 });
});

test('a flood under many names is reported so many times a minute, and remembered within bounds', () => {
  const { clock, notices, denials } = begin();
  for (let n = 0; n < 10_000; n += 1) denials.note(wrong(`SN-${n}`));
  expect(notices).toHaveLength(limits.broker.denialsAMinute);
  clock.now += limits.broker.denialEvery;
  denials.note(wrong('SN-x'));
  expect(notices).toHaveLength(limits.broker.denialsAMinute + 1);
});

test('what a stranger calls itself becomes plain text', () => {
  const { notices, denials } = begin();
  denials.note({ ...wrong(`a\u0000b\n${'c'.repeat(500)}`), topic: 'x\u0000' });
  expect(notices[0]?.sn).toBe(`a?b?${'c'.repeat(60)}`);
  expect(notices[0]?.topic).toBe('x?');
});

test('names topics apart from each other, a few of each device, and the others as one', () => {
  const { notices, denials } = begin();
  const topic = (name: string): Denial => ({
    ...wrong('SN-1'),
    denied: 'devicePublish',
    topic: `thing/product/SN-1/${name}`,
  });
  for (let n = 0; n < 3; n += 1) denials.note(topic('first'));
  denials.note(topic('second'));
  expect(notices.map((one) => one.topic)).toEqual(['thing/product/SN-1/first', 'thing/product/SN-1/second']);
  for (let n = 0; n < 50; n += 1) denials.note(topic(`made-up-${n}`));
  expect(notices).toHaveLength(limits.broker.denialTopics + 1);
});

test('names a topic that it knows by itself, also when it takes no new one', () => {
  const { clock, notices, denials } = begin();
  const note = (name: string): void =>
    denials.note({ ...wrong('SN-1'), denied: 'devicePublish', topic: `topic-${name}` });
  for (let n = 0; n < limits.broker.denialTopics; n += 1) note(`${n}`);
  clock.now += limits.broker.denialEvery;
  const before = notices.length;
  for (const name of ['0', '1', 'new', 'newer']) note(name);
  expect(notices.slice(before).map(({ topic }) => topic)).toEqual(['topic-0', 'topic-1', 'topic-new']);
});

test('names a refused sign-in at once again after one that was let in', () => {
  const { notices, denials } = begin();
  denials.note(wrong('SN-1'));
  denials.note(wrong('SN-1'));
  expect(notices).toHaveLength(1);
  denials.signedIn('SN-1');
  denials.note(wrong('SN-1'));
  expect(notices).toHaveLength(2);
});

test('is reported again a whole minute later, and no earlier', () => {
  const { clock, notices, denials } = begin();
  denials.note(wrong('SN-1'));
  clock.now += limits.broker.denialEvery - 1;
  denials.note(wrong('SN-1'));
  expect(notices).toHaveLength(1);
  clock.now += 1;
  denials.note(wrong('SN-1'));
  expect(notices.map(({ count }) => count)).toEqual([1, 2]);
  denials.note(wrong('SN-1'));
  expect(notices).toHaveLength(2);
});

test('of all that come in a minute so many are reported, and as many in the next', () => {
  const { clock, notices, denials } = begin();
  const most = limits.broker.denialsAMinute;
  const flood = (): void => {
    for (let n = 0; n < most + 5; n += 1) denials.note(wrong(`SN-${n}`));
  };
  flood();
  clock.now += limits.broker.denialEvery - 1;
  denials.note(wrong('SN-late'));
  expect(notices).toHaveLength(most);
  clock.now += 1;
  flood();
  expect(notices).toHaveLength(2 * most);
});

test('remembers so many, and forgets first who has not come for longest', () => {
  const { clock, notices, denials } = begin();
  const others = (from: number, count: number): void => {
    for (let n = from; n < from + count; n += 1) denials.note(wrong(`SN-${n}`));
  };
  const again = (): number | undefined => {
    clock.now += limits.broker.denialEvery;
    denials.note(wrong('first'));
    return notices.at(-1)?.count;
  };
  denials.note(wrong('first'));
  denials.note(wrong('first'));
  others(0, limits.broker.denialsKnown - 1);
  expect(again()).toBe(2);
  denials.note(wrong('first'));
  others(2_000, 600);
  denials.note(wrong('first'));
  others(3_000, 600);
  expect(again()).toBe(3);
  denials.note(wrong('first'));
  others(4_000, limits.broker.denialsKnown);
  expect(again()).toBe(1);
});

test('tells records that wait, and kinds, apart from each other', () => {
  const { notices, denials } = begin();
  denials.note(wrong('SN-1'));
  denials.note({ ...wrong('SN-1'), claim: 'one' });
  denials.note({ ...wrong('SN-1'), claim: 'two' });
  denials.note({ ...wrong('SN-1'), denied: 'deviceIdentifier' });
  expect(notices).toHaveLength(4);
  denials.signedIn('SN-1');
  denials.note({ ...wrong('SN-1'), denied: 'deviceIdentifier' });
  expect(notices).toHaveLength(5);
});

test('forgets the topics of a device once very many others came', () => {
  const { clock, notices, denials } = begin();
  const said = (sn: string, topic: string): Denial => ({ ...wrong(sn), denied: 'devicePublish', topic });
  const all = (sn: string): void => {
    for (let n = 0; n <= limits.broker.denialTopics; n += 1) denials.note(said(sn, `topic-${n}`));
  };
  const fresh = (topic: string): number => {
    clock.now += limits.broker.denialEvery;
    const before = notices.length;
    // One alone, and one beside it that is counted with the others unless it has a name of its own.
    denials.note(said('SN-1', `${topic}-a`));
    denials.note(said('SN-1', `${topic}-b`));
    return notices.length - before;
  };
  all('SN-1');
  const half = limits.broker.denialsKnown / 2;
  for (let n = 0; n < half; n += 1) denials.note(said(`first-${n}`, 'topic'));
  expect(fresh('first')).toBe(1);
  for (let n = 0; n < limits.broker.denialsKnown - 1; n += 1) denials.note(said(`other-${n}`, 'topic'));
  expect(fresh('second')).toBe(1);
  for (let n = 0; n < limits.broker.denialsKnown; n += 1) denials.note(said(`more-${n}`, 'topic'));
  expect(fresh('third')).toBe(2);
});
