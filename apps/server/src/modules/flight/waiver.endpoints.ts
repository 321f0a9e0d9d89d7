import {
  gateRules,
  waiverCalls,
  waiverPersons,
  type GateItem,
  type ParsedRequestOf,
  type WaiverRecord,
} from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { ArrangingDependencies } from './flight.arrange.ts';
import { flights } from './flight.list.store.ts';
import { runVerdictOf } from './run-verdict.store.ts';
import {
  confirmWaiver,
  endWaiver,
  insertWaiver,
  lockWaiver,
  runGround,
  waiversOf,
  type WaiverOf,
  type WaiverRow,
} from './waiver.store.ts';

type Asked = ParsedRequestOf<typeof waiverCalls.waivers>;
type Deps = Pick<ArrangingDependencies, 'audit' | 'gateNow'>;

const hour = 3_600_000;

const ofRequest = ({ flightOID, taskOID, wall }: Asked): WaiverOf =>
  flightOID === undefined ? { taskOID: taskOID ?? '', wall: wall ?? '' } : { flightOID };

/** The rights of one rule: the right to waive hard rules is the right to waive any. */
const mayWaive = ({ resources }: Caller, item: GateItem['item']): boolean => {
  const right = gateRules[item].waiver?.right;
  return right !== undefined && (resources.has(right) || resources.has('flight:overrule'));
};

const stateOf = ({ item, endedAt, until, confirmedBy }: WaiverRow, now: number): WaiverRecord['state'] => {
  if (endedAt !== null) return 'ended';
  if (until.getTime() <= now) return 'over';
  return waiverPersons(item) === 2 && confirmedBy === null ? 'waiting' : 'active';
};

const present = (row: WaiverRow, caller: Caller, now: number): WaiverRecord => {
  const { groupRoot: _root, groupOID: _group, askedByOID, endedAt: _ended, until, askedAt, ...rest } = row;
  const state = stateOf(row, now);
  const may = mayWaive(caller, row.item);
  return {
    ...rest,
    until: until.getTime(),
    askedAt: askedAt.getTime(),
    state,
    allowed: [
      ...(may && state === 'waiting' && askedByOID !== caller.memberOID ? (['confirm'] as const) : []),
      ...(may && (state === 'waiting' || state === 'active') ? (['end'] as const) : []),
    ],
  };
};

interface Tools extends Deps, Pick<Runtime, 'db' | 'newOid'> {
  now(): number;
}

/** Where a flight or a run belongs, and how it stands now. @throws Refusal `notFound` outside the caller's sight */
const groundOf = async ({ db, gateNow }: Tools, of: WaiverOf, caller: Caller) => {
  if ('taskOID' in of) {
    const task = await runGround(db, caller, of.taskOID);
    if (!task) throw notFound();
    return { ...task, dockOID: null, items: async () => (await runVerdictOf(db, of))?.items ?? [] };
  }
  const flight = await flights.byOid(db, { caller }, of.flightOID);
  if (!flight) throw notFound();
  const items = async (): Promise<GateItem[]> => {
    if (flight.state !== 'created') throw new Refusal('flightStarted', { values: { count: 1 } });
    const gate = await gateNow(flight.oid, flight.dockOID);
    if (!gate) throw new Refusal('dockOffline');
    return gate.items;
  };
  return { groupRoot: flight.groupRoot, groupOID: flight.groupOID, dockOID: flight.dockOID, items };
};

const listOf = async ({ db, now }: Tools, of: WaiverOf, caller: Caller): Promise<WaiverRecord[]> =>
  (await waiversOf(db, of)).map((row) => present(row, caller, now()));

const oneOf = async (tools: Tools, of: WaiverOf, oid: string, caller: Caller): Promise<WaiverRecord> => {
  const found = (await listOf(tools, of, caller)).find((one) => one.oid === oid);
  if (!found) throw notFound();
  return found;
};

/** Confirms or ends one that is held meanwhile. */
const changed = async (
  tools: Tools,
  oid: string,
  action: 'flight.waiverConfirm' | 'flight.waiverEnd',
  context: CallContext,
  change: (trx: DbOrTrx, row: WaiverRow, at: Date) => Promise<void>,
): Promise<WaiverRecord> => {
  const { db, audit, now } = tools;
  const { caller } = context;
  const row = await db.transaction().execute(async (trx) => {
    const held = await lockWaiver(trx, caller, oid);
    if (!held) throw notFound();
    if (!mayWaive(caller, held.item)) throw new Refusal('waiverRight');
    await change(trx, held, new Date(now()));
    const { flightOID, taskOID, wall, item } = held;
    await audit.done(trx, context, action, { oid, flightOID, taskOID, wall, item });
    return held;
  });
  const of = row.flightOID
    ? { flightOID: row.flightOID }
    : { taskOID: row.taskOID ?? '', wall: row.wall ?? '' };
  return oneOf(tools, of, oid, caller);
};

/** What of a rule is in the way now. @throws Refusal where nobody, or not this caller, may waive it */
const waivable = async (
  item: GateItem['item'],
  items: () => Promise<readonly GateItem[]>,
  caller: Caller,
): Promise<GateItem> => {
  if (gateRules[item].waiver === null) throw new Refusal('waiverNever');
  if (!mayWaive(caller, item)) throw new Refusal('waiverRight');
  const found = (await items()).find((one) => one.item === item);
  if (!found || found.verdict === 'passed' || !(found.blocks || found.waived))
    throw new Refusal('waiverNothing');
  if (!found.waivable) throw new Refusal('waiverNever');
  return found;
};

const waive = async (
  tools: Tools,
  request: ParsedRequestOf<typeof waiverCalls.waive>,
  context: CallContext,
): Promise<WaiverRecord> => {
  const { db, newOid, audit, now } = tools;
  const { caller } = context;
  const of = ofRequest(request);
  const { groupRoot, groupOID, dockOID, items } = await groundOf(tools, of, caller);
  const { item, reason, hours } = request;
  const found = await waivable(item, items, caller);
  const at = now();
  const oid = newOid();
  const waiver = {
    oid,
    groupRoot,
    groupOID,
    flightOID: 'flightOID' in of ? of.flightOID : null,
    taskOID: 'taskOID' in of ? of.taskOID : null,
    wall: 'taskOID' in of ? of.wall : null,
    item,
    verdict: found.verdict,
    foundReason: found.reason,
    foundValue: found.value,
    reason,
    until: new Date(at + hours * hour),
    askedByOID: caller.memberOID,
    askedAt: new Date(at),
  };
  await db.transaction().execute(async (trx) => {
    await insertWaiver(trx, waiver, of);
    await audit.done(
      trx,
      context,
      'flight.waive',
      { oid, ...of, item, reason, hours, value: found.value },
      dockOID,
    );
  });
  return oneOf(tools, of, oid, caller);
};

/** Letting flights begin against a rule, by people who may, for a reason and a time; see `gateRules`. */
export const waiverEndpoints = (runtime: Runtime, { audit, gateNow }: Deps): Endpoint[] => {
  const { db, newOid } = runtime;
  const tools: Tools = { db, newOid, audit, gateNow, now: () => Math.round(runtime.serverTime()) };
  return [
    serve(waiverCalls.runVerdict, async (run, { caller }) => {
      if (!(await runGround(db, caller, run.taskOID))) throw notFound();
      const found = await runVerdictOf(db, run);
      if (!found) return { verdict: null };
      const { standing, items, madeAt, dueAt } = found;
      return { verdict: { standing, items, madeAt: madeAt.getTime(), dueAt: dueAt.getTime() } };
    }),
    serve(waiverCalls.waivers, async (request, { caller }) => {
      const of = ofRequest(request);
      await groundOf(tools, of, caller);
      return { list: await listOf(tools, of, caller) };
    }),
    serve(waiverCalls.waive, (request, context) => waive(tools, request, context)),
    serve(waiverCalls.waiverConfirm, async ({ oid }, context) =>
      changed(tools, oid, 'flight.waiverConfirm', context, async (trx, row, at) => {
        if (stateOf(row, at.getTime()) !== 'waiting') throw new Refusal('waiverOver');
        if (row.askedByOID === context.caller.memberOID) throw new Refusal('waiverSamePerson');
        await confirmWaiver(trx, oid, context.caller.memberOID, at);
      }),
    ),
    serve(waiverCalls.waiverEnd, async ({ oid }, context) =>
      changed(tools, oid, 'flight.waiverEnd', context, async (trx, row, at) => {
        const state = stateOf(row, at.getTime());
        if (state !== 'waiting' && state !== 'active') throw new Refusal('waiverOver');
        await endWaiver(trx, oid, context.caller.memberOID, at);
      }),
    ),
  ];
};
