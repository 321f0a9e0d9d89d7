import { checklistCalls, limits, type FlightChecklist } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCommandBench, type CommandBench, type ReadyDock } from '../../testing/command-bench.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { checklistEndpoints } from './checklist.ts';

const questions = ['桨叶完好？', '周围无人？'];
let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
});
afterEach(() => bench.reset());
afterAll(() => bench.stop());

const ask = (list: readonly string[]) =>
  sql`update organisation set policy = policy || ${JSON.stringify({ checklist: list })}::jsonb
    where oid = ${bench.groupRoot}::uuid`.execute(bench.db);
const call = async (
  declaration: Parameters<CommandBench['call']>[0],
  request: unknown,
): Promise<FlightChecklist> =>
  (
    await bench.call(declaration, request, {
      token: await bench.tokenOf('gamma-administrator'),
      extra: checklistEndpoints(bench.runtime, { audit: bench.audit }),
    })
  ).data as FlightChecklist;
const answer = (oid: string, replies: Record<string, string>) =>
  reasonOf(
    call(checklistCalls.answer, {
      oid,
      answers: Object.entries(replies).map(([question, given]) => ({ question, answer: given })),
    }),
  );
const start = async (at: ReadyDock) => {
  const { who, dockOID, flightOID, epoch, tabId } = at;
  const nonce = await bench.nonce(who, dockOID, 'startJob');
  return (await bench.order(who, { dockOID, flightOID, epoch, tabId, method: 'startJob', nonce })).reason;
};
const itemOf = async ({ flightOID }: ReadyDock) => {
  const { rows } = await sql<{ gate: { item: string; reason: string | null }[] }>`select gate from flight
    where oid = ${flightOID}::uuid`.execute(bench.db);
  return rows[0]?.gate.find(({ item }) => item === 'checklist');
};

describe('a checklist before a flight', () => {
  it('keeps the aircraft down until every question is answered and none with no', async () => {
    await ask(questions);
    const at = await bench.ready();
    expect(await start(at)).toBe('gateBlocked');
    expect(await itemOf(at)).toMatchObject({ reason: 'checklistOpen' });
    expect(await answer(at.flightOID, { '桨叶完好？': 'yes' })).toBe('checklistChanged');
    expect(await answer(at.flightOID, { '桨叶完好？': 'yes', '周围无人？': 'no' })).toBe('done');
    expect(await start(at)).toBe('gateBlocked');
    expect(await itemOf(at)).toMatchObject({ reason: 'checklistRefused' });
    expect(bench.sentTo(at.dockOID)).toEqual([]);

    expect(await answer(at.flightOID, { '周围无人？': 'yes', '桨叶完好？': 'notNeeded' })).toBe('done');
    expect(await start(at)).toBeNull();
    expect(bench.sentTo(at.dockOID)).toEqual(['flighttask_prepare', 'flighttask_execute']);
    expect(await itemOf(at)).toMatchObject({ verdict: 'passed' });
    // What was answered stays with the flight as it was.
    expect(await answer(at.flightOID, { '桨叶完好？': 'no', '周围无人？': 'no' })).toBe('flightStarted');
    expect(await call(checklistCalls.get, { oid: at.flightOID })).toMatchObject({
      questions,
      answered: { answers: [{ answer: 'yes' }, { answer: 'notNeeded' }] },
    });
  });

  it('asks again for what was answered long ago, and nothing of a flight where nothing is asked', async () => {
    await ask(questions);
    const at = await bench.ready();
    expect(await answer(at.flightOID, { '周围无人？': 'yes', '桨叶完好？': 'yes' })).toBe('done');
    const old = Math.round(bench.runtime.serverTime()) - limits.checklist.holdsFor - 1_000;
    await sql`update flight set checklist = jsonb_set(checklist, '{at}', ${String(old)}::jsonb)
      where oid = ${at.flightOID}::uuid`.execute(bench.db);
    expect(await start(at)).toBe('gateBlocked');
    await ask([]);
    expect(await start(at)).toBeNull();
    expect(await itemOf(at)).toBeUndefined();
  });
});
