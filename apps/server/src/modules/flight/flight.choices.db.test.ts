import { flightChoiceCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { addListedCodes } from '../../migrations/listed-code.fixture.ts';
import { createCommandBench, type CommandBench, type ReadyDock } from '../../testing/command-bench.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { testContext } from '../../testing/rooms.ts';
import { choiceEndpoints, createAssigneePass } from './flight.choices.endpoints.ts';
import { choicesOf, heightLimitOf, type Assigned } from './flight.choices.store.ts';
import { checkChoices } from './flight.choices.ts';
import { createFlightList } from './flight.service.ts';
import { flightByOid } from './flight.store.ts';

let bench: CommandBench;
let at: ReadyDock;
beforeAll(async () => {
  bench = await createCommandBench();
  at = await bench.ready();
  await addListedCodes(bench.db, 'gamma-administrator', 'aiType', [{ code: 'crack' }]);
  await addListedCodes(bench.db, 'gamma-administrator', 'workOrderType', [{ code: 'repair' }]);
});
afterAll(() => bench.stop());

const check = async (given: object): Promise<Awaited<ReturnType<typeof checkChoices>>> =>
  checkChoices(bench.db, await bench.caller('gamma-administrator'), { dockOID: at.dockOID, ...given });
/** Which field a choice is refused by; null: it is kept. */
const refusedBy = async (given: object): Promise<string | null> =>
  check(given).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      const [issue] = error.details.issues ?? [];
      return [issue?.path, issue?.rule, error.details.values?.['value']].filter(Boolean).join(' ');
    },
  );
const nobody = '0197a000-0000-7000-8000-000000000001';

describe('what people decide about a flight', () => {
  it('is kept as it was given, and who arranges it flies it where nobody is named', async () => {
    const { memberOID } = await bench.caller('gamma-administrator');
    expect(await check({})).toEqual({
      aiTypes: [],
      aiRange: null,
      workOrderType: null,
      assigneeOID: memberOID,
      assignment: 'manual',
      controllerOID: null,
      gimbalOID: null,
    });
    const given = { aiTypes: ['crack'], aiRange: 30, workOrderType: 'repair', assignment: 'automatic' };
    expect(await check({ ...given, assigneeOID: at.who.memberOID })).toMatchObject({
      ...given,
      assigneeOID: at.who.memberOID,
    });
  });
  it('needs a range with AI types only', async () => {
    expect(await refusedBy({ aiTypes: ['crack'] })).toBe('aiRange required');
    expect(await refusedBy({ aiTypes: [] })).toBeNull();
  });
  it('names the code that is not offered', async () => {
    expect(await refusedBy({ aiTypes: ['crack', 'ufo'], aiRange: 30 })).toBe('aiTypes codeUnknown ufo');
    expect(await refusedBy({ workOrderType: 'ufo' })).toBe('workOrderType codeUnknown ufo');
  });
  it('names the device that is not there', async () => {
    expect(await refusedBy({ controllerOID: nobody })).toBe(`controllerOID deviceUnknown ${nobody}`);
    expect(await refusedBy({ gimbalOID: nobody })).toBe(`gimbalOID deviceUnknown ${nobody}`);
  });
  it('knows the height limit that the aircraft of the dock reported last', async () => {
    const other = (await bench.ready()).dockOID;
    await sql`insert into dock_snapshot (dock_oid, online, drone_values) values
      (${at.dockOID}::uuid, true, '{"height_limit": 120}') on conflict (dock_oid)
      do update set drone_values = excluded.drone_values`.execute(bench.db);
    expect(await heightLimitOf(bench.db, at.dockOID)).toBe(120);
    expect(await heightLimitOf(bench.db, other)).toBeNull();
  });
  it('refuses a stranger and a disabled member as assignee', async () => {
    const { memberOID } = at.who;
    expect(await refusedBy({ assigneeOID: nobody })).toBe('assigneeOID assigneeUnfit');
    await sql`update member set enabled = false where oid = ${memberOID}::uuid`.execute(bench.db);
    expect(await refusedBy({ assigneeOID: memberOID })).toBe('assigneeOID assigneeUnfit');
    await sql`update member set enabled = true where oid = ${memberOID}::uuid`.execute(bench.db);
    expect(await refusedBy({ assigneeOID: memberOID })).toBeNull();
  });
});

describe('who is to fly what somebody else arranged', () => {
  const acknowledge = async (account: string, oid: string): Promise<string> => {
    const list = createFlightList(bench.runtime, { audit: bench.audit, department: bench.department });
    const find = async () => ({ oid, dockOID: at.dockOID });
    const served = choiceEndpoints(bench.runtime, {
      audit: bench.audit,
      list: { find, get: list.get },
    });
    const declaration = flightChoiceCalls.acknowledge;
    const endpoint = served.find((one) => one.declaration === declaration);
    const context = { ...testContext({ caller: await bench.caller(account) }), declaration };
    return reasonOf(Promise.resolve(endpoint?.handle({ oid }, context)));
  };
  const assign = async (oid: string): Promise<void> => {
    const { memberOID } = await bench.caller('gamma-administrator');
    await sql`update flight set assignee_oid = ${memberOID}::uuid where oid = ${oid}::uuid`.execute(bench.db);
  };

  it('is notified once', async () => {
    await assign(at.flightOID);
    const notified: Assigned[] = [];
    const pass = createAssigneePass(bench.runtime, async (one) => void notified.push(one));
    await Promise.all([pass(), pass()]);
    await pass();
    expect(notified.map(({ oid }) => oid)).toEqual([at.flightOID]);
  });
  it('acknowledges it, alone and once', async () => {
    await assign(at.flightOID);
    expect(await acknowledge('gamma-operator', at.flightOID)).toBe('acknowledgeNotYours');
    expect(await acknowledge('gamma-administrator', at.flightOID)).toBe('done');
    expect(await acknowledge('gamma-administrator', at.flightOID)).toBe('acknowledged');
    const flight = await flightByOid(bench.db, at.flightOID);
    expect(flight?.acknowledged_at).not.toBeNull();
    expect(flight && choicesOf(flight).aiTypes).toEqual([]);
  });
  it('acknowledges neither what is over nor what is deleted', async () => {
    const over = await bench.addFlight(at.dockOID);
    await assign(over);
    await sql`update flight set state = 'over', outcome = 'cancelled' where oid = ${over}::uuid`.execute(
      bench.db,
    );
    expect(await acknowledge('gamma-administrator', over)).toBe('flightOver');
    const gone = await bench.addFlight(at.dockOID);
    await assign(gone);
    await sql`update flight set deleted_at = now() where oid = ${gone}::uuid`.execute(bench.db);
    expect(await acknowledge('gamma-administrator', gone)).toBe('notFound');
  });
});
