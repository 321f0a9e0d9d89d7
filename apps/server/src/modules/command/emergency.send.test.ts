import { randomUUID } from 'node:crypto';
import { commandRules } from '@eyrie/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { say } from '../../platform/http/words.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { callerWith, clicked, emergencyPlace, replied, wall, type SentOrder } from './emergency.fixture.ts';

const { ttl, ack } = commandRules.returnHome;
const accepts = (order: SentOrder, hear: (topic: string, said: unknown) => void): void =>
  hear(...replied(order));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an order past the database', () => {
  it('leaves once its line is on the disk, and its outcome follows', async () => {
    const { run, steps, lines, sent, claims } = emergencyPlace({ answer: accepts });
    expect(await run({ atReceipt: true })).toMatchObject({
      commandOID: 'command',
      dockOID: 'dock',
      method: 'returnHome',
      state: 'accepted',
      code: 0,
      reason: null,
      message: say('en', 'commandState.accepted'),
      issuedAt: clicked,
      issuedBy: { oid: 'member', name: 'A' },
    });
    expect(steps).toEqual(['line sent', 'sent', 'line accepted']);
    expect(claims).toEqual([{ memberOID: 'member', dockOID: 'dock', key: 'press' }]);
    expect(lines).toMatchObject([
      {
        commandOID: 'command',
        at: clicked,
        sessionOID: 'session',
        atReceipt: true,
        state: 'sent',
        code: null,
      },
      { commandOID: 'command', at: clicked, state: 'accepted', code: 0 },
    ]);
    expect(sent[0]?.limit).toMatchObject({ dockOID: 'dock', sn: 'SN-dock', tid: sent[0]?.said.tid });
    const dated = emergencyPlace({ answer: accepts });
    await dated.run();
    expect(dated.lines[0]).not.toHaveProperty('atReceipt');
  });

  it('is not sent where another server has sent it, and says that it may run', async () => {
    const { run, steps, claims } = emergencyPlace({ free: false, answer: accepts });
    const refused = await refusalOf(run());
    expect(refused?.reason).toBe('deviceSilent');
    expect(refused?.details.data).toEqual({ commandOID: 'command', state: 'unknown' });
    expect(claims).toHaveLength(1);
    expect(steps).toEqual([]);
  });

  it.each([
    ['brokerDown', { brokerAnswers: false }, {}],
    ['expired', {}, { clickedAt: clicked - ttl - 1 }],
    ['notProved', {}, { oid: 'stranger' }],
    ['notFound', {}, { oid: 'no device' }],
  ] as const)('is refused as %s before it is claimed', async (reason, part, request) => {
    const { run, steps, claims } = emergencyPlace({ answer: accepts, ...part });
    expect(await reasonOf(run(request))).toBe(reason);
    expect([steps, claims]).toEqual([[], []]);
  });

  it('has as long on the way as is left since its click', async () => {
    const { run, sent } = emergencyPlace({ answer: accepts, serverTime: clicked + 400 });
    await run();
    expect(sent[0]?.limit.within).toBe(ttl - 400);
    const last = emergencyPlace({ answer: accepts });
    expect(await reasonOf(last.run({ clickedAt: clicked - ttl }))).toBe('done');
  });

  it.each([
    [['dock:emergency'], 'done'],
    [['dock:control'], 'done'],
    [['/RobotAdmin'], 'notAllowed'],
  ] as const)('with the rights %j is %s', async (rights, reason) => {
    const { run } = emergencyPlace({ answer: accepts });
    expect(await reasonOf(run({}, 'returnHome', callerWith(rights)))).toBe(reason);
  });

  it('is nobody’s who does not see the device', async () => {
    const { run, emergency } = emergencyPlace({ answer: accepts });
    const stranger = callerWith(['dock:emergency'], randomUUID());
    expect(await reasonOf(run({}, 'returnHome', stranger))).toBe('notFound');
    const found = (oid: string, caller = callerWith()) =>
      reasonOf((async () => emergency.requireDock(caller, oid))());
    expect([await found('dock'), await found('dock', stranger)]).toEqual(['done', 'notFound']);
    expect([await found('no device'), await found('stranger')]).toEqual(['notFound', 'notProved']);
  });
});

describe('a hover past the database', () => {
  it.each([
    [null, 'flighttask_pause', 0],
    [{ returning: false, flyingTo: false }, 'flighttask_pause', 0],
    [{ returning: false, flyingTo: true }, 'fly_to_point_stop', 0],
    [{ returning: true, flyingTo: true }, 'return_home_cancel', 1],
  ] as const)('of an aircraft that %j is %s', async (aircraft, method, confirmations) => {
    const { run, sent, spent } = emergencyPlace({ aircraft, answer: accepts });
    expect(await run({ nonce: 'nonce' }, 'hover')).toMatchObject({ state: 'accepted' });
    expect(sent).toMatchObject([{ said: { method } }]);
    expect(spent).toEqual(Array.from({ length: confirmations }, () => ['dock', 'returnHomeCancel', 'nonce']));
  });

  it('does not end a return that nobody confirmed', async () => {
    const { run, steps } = emergencyPlace({
      aircraft: { returning: true, flyingTo: false },
      confirmed: false,
      answer: accepts,
    });
    expect(await reasonOf(run({}, 'hover'))).toBe('confirmationMissing');
    expect(steps).toEqual([]);
  });
});

describe('the answer to it', () => {
  it.each([
    [{ result: 316_009 }, 'deviceRefused', { state: 'rejected', code: 316_009 }],
    [null, 'deviceSilent', { state: 'unknown', code: null }],
  ] as const)('%j is %s', async (answer, reason, outcome) => {
    const { run, lines, handlers, sent } = emergencyPlace({
      answer: (order, hear) => answer && hear(...replied(order, answer.result)),
    });
    const refusal = refusalOf(run());
    await vi.advanceTimersByTimeAsync(ack - 1);
    if (!answer) expect(lines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    const refused = await refusal;
    expect(refused?.reason).toBe(reason);
    // Of silence it is said that the order may still be carried out.
    expect(refused?.details.message).toBe(
      say('en', answer ? 'commandState.rejected' : 'commandState.mayStillRun'),
    );
    expect(refused?.details.data).toMatchObject({ commandOID: 'command', reason, ...outcome });
    expect(lines.at(-1)).toMatchObject(outcome);
    expect(handlers.size).toBe(0);
    // The same press again reads what became of it, and sends nothing.
    expect(await run()).toMatchObject({ reason, ...outcome });
    expect(sent).toHaveLength(1);
  });

  it('is its own: of the device that was asked, with its number', async () => {
    const { run, subscribed } = emergencyPlace({
      answer(order, hear) {
        const [topic, said] = replied(order, 7);
        hear('thing/product/SN-other/services_reply', said);
        hear(topic, 'no message');
        hear(...replied(order, 7, 'another'));
        hear(...replied(order, 0));
      },
    });
    expect(await run()).toMatchObject({ state: 'accepted' });
    expect(subscribed).toEqual(['thing/product/SN-dock/services_reply']);
  });

  it('of the open contract is its own as well', async () => {
    const { run, sent, subscribed } = emergencyPlace({
      answer({ said: { id } }, hear) {
        const topic = 'eyrie/v1/SN-open/ack';
        hear('eyrie/v1/SN-other/ack', { id, result: 'rejected' });
        for (const other of ['no message', { id }, { id: 'another', result: 'rejected' }]) hear(topic, other);
        hear(topic, { id, result: 'accepted' });
      },
    });
    expect(await run({ oid: 'open' })).toMatchObject({ state: 'accepted', code: 0 });
    expect(subscribed).toEqual(['eyrie/v1/SN-open/ack']);
    expect(sent[0]?.said).toMatchObject({
      name: 'returnHome',
      issuedAt: Math.round(wall),
      expiresAt: Math.round(wall + ttl),
    });
    const refusing = emergencyPlace({
      answer: ({ said: { id } }, hear) => hear('eyrie/v1/SN-open/ack', { id, result: 'rejected' }),
    });
    expect(await reasonOf(refusing.run({ oid: 'open' }))).toBe('deviceRefused');
  });
});

describe('a press', () => {
  it('is sent once, however often it comes', async () => {
    const { run, sent, emergency } = emergencyPlace({ answer: accepts });
    const both = await Promise.all([run(), run()]);
    expect(both[0]).toEqual(both[1]);
    await run();
    expect(sent).toHaveLength(1);
    expect(emergency.knows('member', { oid: 'dock', key: 'press' })).toBe(true);
    expect(emergency.knows('member', { oid: 'dock', key: 'another' })).toBe(false);
    await run({ key: 'another' });
    expect(sent).toHaveLength(2);
  });

  it('of one key means one order', async () => {
    const { run, sent } = emergencyPlace({ answer: accepts });
    await run();
    expect(await reasonOf(run({}, 'hover'))).toBe('keyReused');
    expect(sent).toHaveLength(1);
  });

  it('that was refused before it left may come again', async () => {
    const part = { answer: accepts, brokerAnswers: false };
    const { run, sent, emergency } = emergencyPlace(part);
    expect(await reasonOf(run())).toBe('brokerDown');
    expect(emergency.knows('member', { oid: 'dock', key: 'press' })).toBe(false);
    part.brokerAnswers = true;
    expect(await run()).toMatchObject({ state: 'accepted' });
    expect(sent).toHaveLength(1);
  });
});

describe('when the database is back', () => {
  const refusedData = Object.assign(new Error('no such dock'), { code: '23503' });
  const away = Object.assign(new Error('away'), { code: 'ECONNRESET' });

  it('a press that became a row is no longer known here, one on its way stays', async () => {
    let late: SentOrder | undefined;
    const { run, hear, emergency, cleared } = emergencyPlace({
      answer(order, answer) {
        if (late) accepts(order, answer);
        else late = order;
      },
    });
    const waiting = run();
    await vi.waitFor(() => expect(late).toBeDefined());
    await run({ key: 'done', commandOID: 'other' });
    await emergency.recover();
    expect(cleared()).toBe(1);
    const known = (key: string) => emergency.knows('member', { oid: 'dock', key });
    expect([known('press'), known('done')]).toEqual([true, false]);
    hear(...replied(late!));
    expect(await waiting).toMatchObject({ state: 'accepted' });
  });

  it('what a server that died had sent is unknown, and what this one is sending is sent', async () => {
    // Each is refused as a command first, and then stored as its row of the audit log alone.
    const store = (at: number) => (at % 2 === 0 ? refusedData : 'runs');
    const { emergency, run, lines, audited } = emergencyPlace({ store });
    const waiting = refusalOf(run());
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    lines.unshift({ ...lines[0]!, commandOID: 'of the dead', key: 'another' });
    await emergency.recover();
    expect(audited.map(({ correlationId, outcome }) => [correlationId, outcome])).toEqual([
      ['of the dead', 'unknown'],
      ['command', 'sent'],
    ]);
    await vi.advanceTimersByTimeAsync(ack);
    expect((await waiting)?.reason).toBe('deviceSilent');
  });

  it('one line that fails keeps no other one back, and all are tried again', async () => {
    const failing = new Set([0]);
    const { emergency, run, lines, cleared } = emergencyPlace({
      answer: accepts,
      store: (at) => (failing.has(at) ? away : null),
    });
    await run();
    lines.push({ ...lines.at(-1)!, commandOID: 'second', key: 'second' });
    await expect(emergency.recover()).rejects.toThrow('away');
    expect(cleared()).toBe(0);
    expect(emergency.knows('member', { oid: 'dock', key: 'press' })).toBe(true);
    await emergency.recover();
    expect(cleared()).toBe(1);
    expect(emergency.knows('member', { oid: 'dock', key: 'press' })).toBe(false);
  });

  it('a line that it refuses for its data is refusal once, while others fail', async () => {
    let stored = -1;
    // The first line is refused, the second finds the database away; then there is only the second.
    const errors = [refusedData, refusedData, away, away, null];
    const { emergency, run, lines, faults, cleared } = emergencyPlace({
      answer: accepts,
      store: () => errors[(stored += 1)] ?? null,
    });
    await run();
    lines.push({ ...lines.at(-1)!, commandOID: 'second', key: 'second' });
    await expect(emergency.recover()).rejects.toThrow('away');
    await expect(emergency.recover()).rejects.toThrow('away');
    await emergency.recover();
    expect(faults).toMatchObject([{ outcome: 'refused', line: { commandOID: 'command' } }]);
    expect([stored, cleared()]).toEqual([4, 1]);
    // Once all are stored it is forgotten what was refusal.
    await emergency.recover();
    expect(stored).toBe(6);
  });

  it('is asked by one run at a time', async () => {
    const { emergency, cleared } = emergencyPlace({});
    await Promise.all([emergency.recover(), emergency.recover()]);
    expect(cleared()).toBe(1);
    await emergency.recover();
    expect(cleared()).toBe(2);
  });
});
