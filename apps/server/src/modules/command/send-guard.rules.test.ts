import { limits } from '@eyrie/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import type { MessageHandler } from '../../platform/mqtt/index.ts';
import { createSendGuard } from './send-guard.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Names of servers before and after any that a server gives itself. */
const [first, last] = ['!', '~'];
const { intentAnswerTimeout, intentLife } = limits.command;
const intent = { memberOID: 'member', dockOID: 'dock', key: 'press' };
const id = 'member dock press';

/** One server, with what it says to the others. */
const place = async (speaksTo = false) => {
  let now = 0;
  const said: { topic: string; message: Record<string, unknown> }[] = [];
  const handlers = new Set<MessageHandler>();
  const guard = createSendGuard(
    { clock: { mono: () => now, wall: () => now }, log: createLog({ level: 'silent' }) },
    {
      subscribe: async () => undefined,
      onMessage: (handler) => {
        handlers.add(handler);
        return () => handlers.delete(handler);
      },
      publish: async (topic, payload) =>
        void said.push({ topic, message: JSON.parse(String(payload)) as Record<string, unknown> }),
    },
  );
  guard.answerFor(() => speaksTo);
  await guard.start();
  const hear = (topic: string, payload: string): void => {
    for (const handler of handlers) handler(topic, Buffer.from(payload), {} as never);
  };
  return {
    guard,
    said,
    hear,
    handlers,
    later: (ms: number) => void (now += ms),
    /** Another server asks. @returns what it is answered */
    asks: (from: string): unknown => {
      said.length = 0;
      hear('eyrie/intent/ask', JSON.stringify({ id, from, ...intent }));
      return said.find(({ topic }) => topic === `eyrie/intent/answer/${from}`)?.message ?? null;
    },
    /** This server asks. */
    claims: () => {
      const verdict = guard.claimAcrossServers(intent);
      const question = said.find(({ topic }) => topic === 'eyrie/intent/ask')?.message;
      const answered = (free: boolean, final: boolean, to = id): void =>
        hear(`eyrie/intent/answer/${String(question?.['from'])}`, JSON.stringify({ id: to, free, final }));
      return { verdict, question, answered };
    },
    silence: () => vi.advanceTimersByTimeAsync(intentAnswerTimeout),
  };
};

const free = { id, free: true, final: true };
const taken = { id, free: false, final: true };

it('is decided by the gateway of the dock: the first may send, nobody after it', async () => {
  const { asks } = await place(true);
  expect(asks('one')).toEqual(free);
  expect(asks('two')).toEqual(taken);
  expect(asks('one')).toEqual(taken);
});

it('is the gateway’s own without a question, once', async () => {
  const { guard, said, asks } = await place(true);
  expect(await guard.claimAcrossServers(intent)).toBe(true);
  expect(said).toEqual([]);
  expect(await guard.claimAcrossServers(intent)).toBe(false);
  expect(guard.claim(intent)).toBe(false);
  expect(asks('one')).toEqual(taken);
});

it('is answered by who sent it, and by nobody who knows nothing of it', async () => {
  const { guard, asks } = await place();
  expect(guard.claim(intent)).toBe(true);
  expect(asks('one')).toEqual(taken);
  const other = await place();
  expect(other.asks('one')).toBeNull();
  // The same server again is no other one.
  other.later(3 * intentAnswerTimeout);
  expect(other.asks('one')).toBeNull();
});

it('is answered by who only heard of it once those that ask have decided', async () => {
  const { asks, later } = await place();
  asks('one');
  later(2 * intentAnswerTimeout);
  expect(asks('two')).toBeNull();
  later(1);
  expect(asks('two')).toEqual(taken);
});

it('may be sent after silence, and is then answered for', async () => {
  const { claims, silence, asks } = await place();
  const { verdict, question } = claims();
  expect(question).toMatchObject({ id, ...intent });
  await silence();
  expect(await verdict).toBe(true);
  expect(asks('one')).toEqual(taken);
});

it('is left to the one of the lower name where two ask at once', async () => {
  const lower = await place();
  const asking = lower.claims();
  expect(lower.asks(last)).toEqual({ id, free: false, final: false });
  await lower.silence();
  expect(await asking.verdict).toBe(true);

  const higher = await place();
  const yielding = higher.claims();
  expect(higher.asks(first)).toBeNull();
  await higher.silence();
  expect(await yielding.verdict).toBe(false);
  // It did not send, and does not answer as if it had.
  expect(higher.asks('one')).toBeNull();
  higher.later(2 * intentAnswerTimeout + 1);
  expect(higher.asks('one')).toEqual(taken);
});

it.each([
  [true, true, true],
  [false, true, false],
  [false, false, false],
  [true, false, false],
])('takes the answer free %s, final %s as %s', async (isFree, final, sent) => {
  const { claims, silence } = await place();
  const { verdict, answered } = claims();
  answered(!isFree, true, 'of another press');
  answered(isFree, final);
  await silence();
  expect(await verdict).toBe(sent);
});

it('believes the gateway more than a server that asks too', async () => {
  const { claims } = await place();
  const { verdict, answered } = claims();
  answered(false, false);
  answered(true, true);
  expect(await verdict).toBe(true);
});

it('does not take its own question for another’s, though it owns the dock by now', async () => {
  const { guard, claims, hear, silence, said } = await place();
  const { verdict, question } = claims();
  guard.answerFor(() => true);
  said.length = 0;
  hear('eyrie/intent/ask', JSON.stringify(question));
  expect(said).toEqual([]);
  await silence();
  expect(await verdict).toBe(true);
});

it('is forgotten when no order of that age can leave any more, and not before', async () => {
  const { guard, later } = await place();
  later(10);
  expect(guard.claim(intent)).toBe(true);
  later(intentLife);
  expect(guard.claim(intent)).toBe(false);
  later(1);
  expect(guard.claim(intent)).toBe(true);
});

it('is another for another press, dock or member', async () => {
  const { guard } = await place();
  for (const part of [{}, { key: 'again' }, { dockOID: 'other' }, { memberOID: 'other' }])
    expect(guard.claim({ ...intent, ...part })).toBe(true);
});

it('hears nothing in what is no message, and nothing after its end', async () => {
  const { guard, hear, said, handlers } = await place(true);
  const asking = await place();
  const { question } = asking.claims();
  for (const payload of ['', '{', 'null']) {
    hear('eyrie/intent/ask', payload);
    asking.hear(`eyrie/intent/answer/${String(question?.['from'])}`, payload);
  }
  hear('eyrie/broker/client', JSON.stringify({ id, from: 'one', ...intent }));
  expect(said).toEqual([]);
  await guard.stop();
  expect(handlers.size).toBe(0);
});
