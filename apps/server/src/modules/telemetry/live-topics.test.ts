import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedFilter, matches, TopicIndex } from './live-topics.ts';

const grant = { sessionOID: 's', memberOID: 'me', groupRoot: 'org' };

test.each([
  'INFO/org/#',
  'INFO/org/+/#',
  'INFO/org/DOCK/+/9005',
  'INFO/org/DOCK/d1/9005',
  'SEQ/org/BUSINESS/ROUTE',
  'USER/me/9902',
])('%s may be asked for', (filter) => {
  expect(allowedFilter(filter, grant, 10)).toStrictEqual(filter.split('/'));
});

test.each([
  '',
  '#',
  '+',
  'INFO',
  'INFO/org',
  'INFO/#',
  'INFO/+/DOCK/d/9005',
  '+/org/DOCK/d/9005',
  '$SYS/#',
  '$share/g/INFO/org/#',
  'USER/org/9902',
  'USER/+/9902',
  'INFO/me/DOCK/d/9005',
  'INFO/other/#',
  'info/org/#',
  '/INFO/org/#',
  'INFO//org/#',
  'INFO/org/#/9005',
  'INFO/org/DO+K/d',
  'INFO/org/DOCK#',
  'INFO/org/\0/d',
  'thing/product/dock/osd',
  `INFO/org/${'a/'.repeat(20)}b`,
])('%j may not', (filter) => {
  expect(allowedFilter(filter, grant, 10)).toBeNull();
});

test('a grant without an organisation owns nothing', () => {
  expect(allowedFilter('INFO//DOCK/d', { ...grant, groupRoot: '' }, 10)).toBeNull();
});

const level = fc.constantFrom('a', 'b', 'c', '');
const topicName = fc
  .array(level, { minLength: 1, maxLength: 3 })
  .map((levels) => ['INFO', 'org', ...levels].join('/'));
const filterName = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '', '+'), { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([levels, rest]) => ['INFO', 'org', ...levels, ...(rest ? ['#'] : [])].join('/'));

/** The rule of the standard once more, as a regular expression. */
const slowMatch = (filter: string, topic: string): boolean => {
  const pattern = filter.replaceAll('+', '[^/]*').replace(/\/#$/, '(/.*)?').replace(/^#$/, '.*');
  return new RegExp(`^${pattern}$`).test(topic);
};

test('a filter matches what the standard says', () => {
  fc.assert(
    fc.property(filterName, topicName, (filter, topic) => {
      expect(matches(filter.split('/'), topic.split('/'))).toBe(slowMatch(filter, topic));
    }),
    { numRuns: 2_000 },
  );
});

type Step =
  | { do: 'topic' | 'forget'; name: string }
  | { do: 'subscribe' | 'unsubscribe'; reader: number; filter: string };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('topic' as const, 'forget' as const), name: topicName }),
  fc.record({
    do: fc.constantFrom('subscribe' as const, 'unsubscribe' as const),
    reader: fc.integer({ min: 0, max: 2 }),
    filter: filterName,
  }),
);

test('after any history each topic has exactly the readers whose filters match it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), topicName, (steps, last) => {
      const index = new TopicIndex<number>();
      const model = new Map<string, { reader: number; levels: string[]; filter: string }>();
      for (const move of steps) {
        if ('name' in move) {
          if (move.do === 'topic') index.topic(move.name);
          else index.forget(move.name);
        } else {
          const key = `${move.reader} ${move.filter}`;
          const known = model.get(key);
          if (known) index.unsubscribe(known.reader, known.levels);
          model.delete(key);
          if (move.do === 'subscribe') {
            const levels = move.filter.split('/');
            index.subscribe(move.reader, levels);
            model.set(key, { reader: move.reader, levels, filter: move.filter });
          }
        }
      }
      const expected = [...model.values()].filter(({ filter }) => slowMatch(filter, last));
      expect(new Set(index.topic(last).readers)).toStrictEqual(new Set(expected.map(({ reader }) => reader)));
    }),
    { numRuns: 500 },
  );
});

test('the topics of one owner are dropped, its readers stay, and others keep theirs', () => {
  const index = new TopicIndex<string>();
  index.subscribe('reader', ['INFO', 'one', '#']);
  for (const name of ['INFO/one/DOCK/a/9005', 'INFO/one/9904', 'INFO/two/9904', 'SEQ/one/x'])
    index.topic(name).packet = Buffer.from('known');
  index.forgetOwner('INFO', 'one');
  index.forgetOwner('INFO', 'never');
  expect(index.size).toBe(2);
  expect(index.topic('INFO/two/9904').packet).not.toBeNull();
  const again = index.topic('INFO/one/9904');
  expect([again.packet, [...again.readers]]).toEqual([null, ['reader']]);
});
