import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  consoleSubscriptions,
  decodeLive,
  encodeLive,
  watchSubscription,
  type LiveTopicName,
} from './live.ts';
import { liveTopics } from './topics.generated.ts';

const names = Object.keys(liveTopics) as LiveTopicName[];

/** Any value that a shape takes, made from the shape itself. */
const valueOf = (shape: z.core.$ZodType): fc.Arbitrary<unknown> => {
  const definition = (shape as z.ZodType & { _zod: { def: Record<string, unknown> } })._zod.def as never as {
    type: string;
    innerType: z.core.$ZodType;
    element: z.core.$ZodType;
    valueType: z.core.$ZodType;
    options: z.core.$ZodType[];
    entries: Record<string, string>;
    shape: Record<string, z.core.$ZodType>;
    checks?: unknown[];
  };
  switch (definition.type) {
    case 'string':
      return fc.string({ unit: 'grapheme', maxLength: 20 });
    case 'number':
      return definition.checks?.length
        ? fc.integer()
        : fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries));
    case 'default':
      return valueOf(definition.innerType);
    case 'nullable':
      return fc.option(valueOf(definition.innerType), { nil: null });
    case 'array':
      return fc.array(valueOf(definition.element), { maxLength: 3 });
    case 'union':
      return fc.oneof(...definition.options.map(valueOf));
    case 'record':
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), valueOf(definition.valueType), {
        maxKeys: 3,
        noNullPrototype: true,
      });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(definition.shape).map(([key, inner]) => [key, valueOf(inner)])),
        { noNullPrototype: true },
      );
    default:
      throw new Error(`no values for ${definition.type}`);
  }
};

describe('live messages', () => {
  it.each(names)('of %s survive the way as text and as an object', (name) => {
    const topic = liveTopics[name];
    fc.assert(
      fc.property(valueOf(topic.data), fc.uuid(), fc.nat(), (data, objectID, time) => {
        const text = encodeLive(name, objectID, data as never, time);
        const outer = JSON.parse(text) as { data: string };
        expect(outer.data).toBeTypeOf('string');
        const asObject = JSON.stringify({ ...outer, data: JSON.parse(outer.data) as unknown });
        const plain: unknown = JSON.parse(JSON.stringify(data));
        for (const payload of [text, asObject])
          expect(decodeLive(payload)).toEqual({ name, objectID, data: plain, time });
      }),
      { numRuns: 60 },
    );
  });

  const good = {
    objectID: 'd1',
    code: 9902,
    data: {
      oid: 'n',
      kind: 'k',
      level: 'info',
      values: {},
      at: 1,
      change: 'told',
      popup: true,
      sound: false,
      oids: null,
    },
    time: 1,
  };
  it.each<[string, unknown]>([
    ['no message', 'null'],
    ['no JSON', '{'],
    ['empty', ''],
    ['a list', '[]'],
    ['no code', { ...good, code: undefined }],
    ['a code as text', { ...good, code: '9902' }],
    ['an unknown code', { ...good, code: 9999 }],
    ['no time', { ...good, time: undefined }],
    ['no data', { ...good, data: undefined }],
    ['data that is no JSON', { ...good, data: '{' }],
    ['data of another shape', { ...good, data: { oid: 'n' } }],
    ['data twice as text', { ...good, data: JSON.stringify(JSON.stringify(good.data)) }],
  ])('%s is nothing', (_what, body) => {
    expect(decodeLive(typeof body === 'string' ? body : JSON.stringify(body))).toBeNull();
  });
  it('but this is one', () => {
    expect(decodeLive(JSON.stringify(good))).toMatchObject({ name: 'notification', objectID: 'd1' });
  });

  it('never throw, whatever arrives', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .record({
              objectID: fc.anything(),
              code: fc.constantFrom(9001, 9003, 9005, 9901, 9902, 10003),
              data: fc.anything(),
              time: fc.anything(),
            })
            .map((one) => {
              try {
                return JSON.stringify(one);
              } catch {
                return '';
              }
            }),
        ),
        (payload) => {
          const message = decodeLive(payload);
          expect(message === null || names.includes(message.name)).toBe(true);
        },
      ),
    );
  });
});

describe('topics', () => {
  it('have one code each', () => {
    expect(new Set(names.map((name) => liveTopics[name].code)).size).toBe(names.length);
  });

  it('are all reached by what a console subscribes to, inside its own root and its own member', () => {
    const filters = consoleSubscriptions('root-1', 'member-1');
    const reached = (topic: string): boolean =>
      filters.some((filter) => {
        const parts = topic.split('/');
        const wanted = filter.split('/');
        return (
          parts.length === wanted.length && wanted.every((level, at) => level === '+' || level === parts[at])
        );
      });
    for (const name of names) {
      const { topic } = liveTopics[name];
      if (name === 'stickReport' || name === 'orderOffers') continue;
      const mine = name === 'notification' ? 'member-1' : 'root-1';
      expect(reached(topic(mine, 'd1')), name).toBe(true);
      expect(reached(topic('another', 'd1')), name).toBe(false);
    }
    expect(filters.some((filter) => filter.includes('#'))).toBe(false);
  });

  it.each([
    ['stickReport', 'INFO/root-1/DOCK/d1/9905'],
    ['orderOffers', 'INFO/root-1/DOCK/d1/9906'],
  ] as const)('%s is had of the one object that a page shows, and of no other', (name, often) => {
    expect(watchSubscription(name, 'root-1', 'd1')).toBe(often);
    expect(often).not.toMatch(/[+#]/);
    // A filter of all consoles that reached it would bring ten messages a second to each of them.
    const covers = (filter: string): boolean => {
      const [wanted, parts] = [filter.split('/'), often.split('/')];
      return (
        wanted.length === parts.length && wanted.every((level, at) => level === '+' || level === parts[at])
      );
    };
    expect(consoleSubscriptions('root-1', 'member-1').filter(covers)).toEqual([]);
  });
});
