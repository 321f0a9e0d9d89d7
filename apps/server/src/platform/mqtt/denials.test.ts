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

test('names a refused sign-in at once again after one that was let in', () => {
  const { notices, denials } = begin();
  denials.note(wrong('SN-1'));
  denials.note(wrong('SN-1'));
  expect(notices).toHaveLength(1);
  denials.signedIn('SN-1');
  denials.note(wrong('SN-1'));
  expect(notices).toHaveLength(2);
});
