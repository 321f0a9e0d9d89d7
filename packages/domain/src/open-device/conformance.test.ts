import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOpenDevice, type OpenVerdict } from './conformance.ts';
import type { OpenEntry, OpenExchange } from './exchange.ts';
import { commandOf, eastOfExchange, faultlessExchange } from './exchange.fixture.ts';
import { openRuleIds, type OpenRule } from './rules.ts';

type Published = Extract<OpenEntry, { kind: 'published' }>;
type Body = Record<string, unknown>;

const good = faultlessExchange();
const rulesThat = (result: OpenVerdict['result'], exchange: OpenExchange): OpenRule[] =>
  checkOpenDevice(exchange)
    .filter((one) => one.result === result)
    .map(({ rule }) => rule);
const verdictOn = (rule: OpenRule, exchange: OpenExchange) =>
  checkOpenDevice(exchange).find((one) => one.rule === rule);

const isOn = (last: string) => (entry: OpenEntry) =>
  entry.kind === 'published' && entry.topic.endsWith(`/${last}`);
const bodyOf = (entry: OpenEntry): Body =>
  entry.kind === 'published' ? (JSON.parse(entry.text) as Body) : {};
/** The same exchange with other entries in the place of some. */
const changed = (
  change: (entry: OpenEntry, index: number) => OpenEntry | readonly OpenEntry[],
): OpenExchange => ({
  ...good,
  entries: good.entries.flatMap(change),
});
const saying = (entry: OpenEntry, body: unknown): OpenEntry =>
  entry.kind === 'published' ? { ...entry, text: JSON.stringify(body) } : entry;
const published = (
  fits: (entry: OpenEntry) => boolean,
  change: (entry: Published) => OpenEntry | OpenEntry[],
) => changed((entry) => (entry.kind === 'published' && fits(entry) ? change(entry) : entry));
const of = (last: string, trial: Parameters<typeof commandOf>[0]) => (entry: OpenEntry) =>
  isOn(last)(entry) && bodyOf(entry).id === commandOf(trial);
const firstOf = (fits: (entry: OpenEntry) => boolean) => good.entries.findIndex(fits);
const at = (index: number, change: (entry: OpenEntry) => OpenEntry | readonly OpenEntry[]) =>
  changed((entry, here) => (here === index ? change(entry) : entry));

const tenthState = good.entries.indexOf(good.entries.filter(isOn('state'))[9] as OpenEntry);
const working = (entry: OpenEntry) => saying(entry, { ...bodyOf(entry), mode: 'working' });
/** The state that follows the answer to a trial. */
const stateAfter = (last: string, trial: Parameters<typeof commandOf>[0]) => {
  const answer = good.entries.findLastIndex(of(last, trial));
  return good.entries.findIndex((entry, index) => index > answer && isOn('state')(entry));
};

describe('a device that keeps the contract', () => {
  it('passes every rule', () => {
    expect(checkOpenDevice(good).filter(({ result }) => result !== 'ok')).toEqual([]);
    expect(checkOpenDevice(good)).toHaveLength(openRuleIds.length);
  });

  it('may be a robot that is asked for, and no dock', () => {
    expect(verdictOn('hello', { ...good, kind: 'robot' })?.result).toBe('ok');
    expect(verdictOn('hello', { ...good, kind: 'dock' })).toMatchObject({ result: 'failed' });
  });
});

const laterHello = good.entries.findLastIndex(isOn('hello'));
const breaches: [OpenRule, string, OpenExchange][] = [
  [
    'hello',
    'alarms come first',
    at(firstOf(isOn('hello')), (hello) => [
      { ...(hello as Published), topic: 'eyrie/v1/ROBOT-1/alarms', text: '{"list":[]}' },
      hello,
    ]),
  ],
  [
    'topics',
    'a message on a topic of its own',
    at(tenthState, (entry) => [{ ...(entry as Published), topic: 'acme/x' }, entry]),
  ],
  [
    'topics',
    'it listens to everything',
    at(0, (entry) => [entry, { at: entry.at, kind: 'subscribed', topic: '#' }]),
  ],
  [
    'topics',
    'it does not listen to commands',
    changed((entry) => (entry.kind === 'subscribed' && entry.topic.endsWith('command') ? [] : entry)),
  ],
  ['notRetained', 'a retained message', published(isOn('alarms'), (entry) => ({ ...entry, retained: true }))],
  ['notRetained', 'a will', at(0, (entry) => ({ ...entry, will: 'acme/gone' }) as OpenEntry)],
  ['qos', 'an acknowledgement at QoS 0', published(of('ack', 'once'), (entry) => ({ ...entry, qos: 0 }))],
  ['size', 'a long message', published(isOn('alarms'), (entry) => ({ ...entry, bytes: 65_537 }))],
  [
    'size',
    'a packet that ended the connection',
    at(tenthState, (entry) => [{ at: entry.at, kind: 'tooLarge', bytes: 2_000_000 }, entry]),
  ],
  [
    'shapes',
    'a progress of an unknown state',
    published(of('progress', 'finalState'), (entry) => [
      saying(entry, { ...bodyOf(entry), state: 'almost' }),
      entry,
    ]),
  ],
  [
    'state',
    'a state with 130 percent',
    at(tenthState, (entry) => saying(entry, { ...bodyOf(entry), percent: 130 })),
  ],
  ['state', 'a state that is no JSON', at(tenthState, (entry) => ({ ...(entry as Published), text: '{' }))],
  [
    'state',
    'a state that leaves out the battery',
    at(tenthState, (entry) => saying(entry, { ...bodyOf(entry), percent: undefined })),
  ],
  [
    'heartbeat',
    'states are missing',
    changed((entry, index) => (isOn('state')(entry) && index > 20 && index < 50 ? [] : entry)),
  ],
  ['seq', 'a number comes twice', at(tenthState, (entry) => [entry, entry])],
  [
    'clock',
    'a clock that is 6 s ahead',
    at(tenthState, (entry) => saying(entry, { ...bodyOf(entry), at: entry.at + 6_000 })),
  ],
  [
    'alarms',
    'an alarm of level 9',
    published(isOn('alarms'), (entry) => saying(entry, { list: [{ code: 'x', level: 9, text: {} }] })),
  ],
  [
    'ackWithin',
    'an answer after 6 s',
    published(of('ack', 'unknownCommand'), (entry) => ({ ...entry, at: entry.at + 6_000 })),
  ],
  ['ackWithin', 'no answer', published(of('ack', 'unknownCommand'), () => [])],
  [
    'expired',
    'an expired command is accepted',
    published(of('ack', 'expired'), (entry) =>
      saying(entry, { id: commandOf('expired'), result: 'accepted' }),
    ),
  ],
  ['expired', 'an expired command is rejected and driven', at(stateAfter('ack', 'expired'), working)],
  [
    'serverTime',
    'it goes by its own clock',
    published(of('ack', 'serverTime'), (entry) =>
      saying(entry, { id: commandOf('serverTime'), result: 'accepted' }),
    ),
  ],
  ['once', 'it ends twice', published(of('progress', 'once'), (entry) => [entry, entry])],
  ['once', 'it works again', at(stateAfter('ack', 'once'), working)],
  [
    'once',
    'another answer',
    at(good.entries.findLastIndex(of('ack', 'once')), (entry) =>
      saying(entry, { id: commandOf('once'), result: 'rejected', reason: 'busy' }),
    ),
  ],
  [
    'unknownCommand',
    'another reason',
    published(of('ack', 'unknownCommand'), (entry) => saying(entry, { ...bodyOf(entry), reason: 'busy' })),
  ],
  ['invalidArguments', 'it drives all the same', at(stateAfter('ack', 'invalidArguments'), working)],
  [
    'ownCommands',
    'a progress',
    at(stateAfter('ack', 'ownCommands'), (entry) => [
      {
        ...(entry as Published),
        topic: 'eyrie/v1/ROBOT-1/progress',
        qos: 1,
        text: JSON.stringify({ id: commandOf('ownCommands'), state: 'done' }),
      },
      entry,
    ]),
  ],
  [
    'finalState',
    'no end',
    published(
      (entry) => of('progress', 'finalState')(entry) && bodyOf(entry).state === 'done',
      () => [],
    ),
  ],
  [
    'finalState',
    'two ends',
    published(
      (entry) => of('progress', 'finalState')(entry) && bodyOf(entry).state === 'done',
      (entry) => [entry, saying(entry, { ...bodyOf(entry), state: 'failed' })],
    ),
  ],
  ['stop', 'it drives on', at(stateAfter('ack', 'stop'), working)],
  [
    'stop',
    'the command is done instead',
    published(of('progress', 'stopped'), (entry) => saying(entry, { ...bodyOf(entry), state: 'done' })),
  ],
  [
    'stop',
    'a stop is rejected',
    published(of('ack', 'stop'), (entry) =>
      saying(entry, { ...bodyOf(entry), result: 'rejected', reason: 'busy' }),
    ),
  ],
  [
    'helloAgain',
    'it does not come back',
    {
      ...good,
      entries: good.entries.slice(0, good.entries.findLastIndex(({ kind }) => kind === 'closed') + 1),
    },
  ],
  [
    'helloAgain',
    'no hello',
    at(
      laterHello,
      (entry) => ({ ...entry, topic: 'eyrie/v1/ROBOT-1/alarms', text: '{"list":[]}' }) as OpenEntry,
    ),
  ],
  [
    'nothingResumed',
    'it goes on',
    published(of('progress', 'broken'), (entry) => saying(entry, { ...bodyOf(entry), state: 'running' })),
  ],
  ['nothingResumed', 'it moves', at(stateAfter('progress', 'broken'), working)],
  [
    'refusedWelcome',
    'it accepts',
    published(of('ack', 'refusedWelcome'), (entry) =>
      saying(entry, { id: commandOf('refusedWelcome'), result: 'accepted' }),
    ),
  ],
  [
    'refusedWelcome',
    'it was driven meanwhile',
    changed((entry, index) =>
      index > firstOf(of('ack', 'refusedWelcome')) && isOn('state')(entry)
        ? saying(entry, { ...bodyOf(entry), place: eastOfExchange })
        : entry,
    ),
  ],
];

describe('a device that breaks one rule', () => {
  it.each(breaches)('fails %s and no other: %s', (rule, _what, exchange) => {
    expect(rulesThat('failed', exchange)).toEqual([rule]);
  });

  it('is shown which message it was, and why', () => {
    const verdict = verdictOn(
      'clock',
      (breaches.find(([rule]) => rule === 'clock') as (typeof breaches)[number])[2],
    );
    expect(verdict?.reason).toBe('its clock is 6.0 s off');
    expect(verdict?.message).toContain('"seq"');
  });

  it('is known by every rule', () => {
    const broken = new Set<OpenRule>(breaches.map(([rule]) => rule));
    expect(openRuleIds.filter((rule) => !broken.has(rule))).toEqual(['signIn']);
  });
});

it('may have its client send again what did not arrive for sure before a cut', () => {
  const ended = good.entries.find(of('progress', 'finalState')) as Published;
  const again = at(laterHello, (hello) => [{ ...ended, at: hello.at, dup: true }, hello]);
  expect(rulesThat('failed', again)).toEqual([]);
  // The device itself may not: then the message comes before its hello.
  const itself = at(laterHello, (hello) => [{ ...ended, at: hello.at }, hello]);
  expect(rulesThat('failed', itself)).toContain('helloAgain');
});

describe('silence', () => {
  it('is never a rule that was kept', () => {
    const nobody: OpenExchange = { sn: good.sn, entries: [] };
    expect(rulesThat('ok', nobody)).toEqual([]);
    expect(rulesThat('failed', nobody)).toEqual(['signIn']);
    const mute: OpenExchange = { sn: good.sn, entries: good.entries.slice(0, 1) };
    expect(rulesThat('ok', mute)).toEqual(['signIn']);
    expect(rulesThat('failed', mute)).toEqual(['hello']);
  });

  it('names the sign-in that was refused', () => {
    const refused: OpenEntry = {
      at: 1,
      kind: 'signInRefused',
      userName: 'other',
      why: 'the password is not the secret',
    };
    expect(verdictOn('signIn', { sn: good.sn, entries: [refused] })).toMatchObject({
      result: 'failed',
      reason: 'it signed in as other and was refused: the password is not the secret',
    });
  });

  it('names why a trial was not made', () => {
    const skipped: OpenEntry = { at: 1, kind: 'skipped', trial: 'once', why: 'it has no goTo' };
    const entries = [...good.entries.filter((entry) => entry.kind !== 'ordered'), skipped];
    expect(verdictOn('once', { ...good, entries })).toMatchObject({
      result: 'notChecked',
      reason: 'it has no goTo',
    });
  });

  it.each([
    ['expired', 'expired'],
    ['unknownCommand', 'unknownCommand'],
    ['finalState', 'finalState'],
    ['serverTime', 'serverTime'],
  ] as const)('after a command leaves %s unchecked', (rule, trial) => {
    expect(
      verdictOn(
        rule,
        published(of('ack', trial), () => []),
      )?.result,
    ).toBe('notChecked');
  });
});

it('gives each rule one verdict with a reason for whatever was heard, and never an ok for a message that is missing', () => {
  const lost = fc.array(fc.boolean(), { minLength: good.entries.length, maxLength: good.entries.length });
  fc.assert(
    fc.property(lost, fc.json(), (keeps, text) => {
      const entries = good.entries
        .filter((_entry, index) => keeps[index])
        .map((entry, index) => (entry.kind === 'published' && index % 7 === 0 ? { ...entry, text } : entry));
      const verdicts = checkOpenDevice({ ...good, entries });
      expect(verdicts.map(({ rule }) => rule)).toEqual(openRuleIds);
      for (const { rule, result, reason } of verdicts) {
        expect(reason).not.toBe('');
        if (result !== 'ok') continue;
        const needs = { alarms: 'alarms', state: 'state', seq: 'state', ackWithin: 'ack', once: 'progress' };
        const needed = Object.entries(needs).find(([name]) => name === rule)?.[1];
        if (needed !== undefined) expect(entries.some(isOn(needed))).toBe(true);
      }
    }),
  );
});
