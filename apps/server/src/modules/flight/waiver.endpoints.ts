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
import type { Runtime } from '../../platform/runtime.ts';
import type { ArrangingDependencies } from './flight.arrange.ts';
import { flights } from './flight.list.store.ts';
import { askVerdictAgain, runVerdictOf } from './run-verdict.store.ts';
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

/** Letting flights begin against a rule, by people who may, for a reason and a time; see `gateRules`. */
export const waiverEndpoints = (runtime: Runtime, { audit, gateNow }: Deps): Endpoint[] => {
  const { db, newOid } = runtime;
  const now = (): number => Math.round(runtime.serverTime());

  /** Where it belongs, and how it stands now. @throws Refusal `notFound` outside the caller's sight */
  const ground = async (of: WaiverOf, { caller }: Pick<CallContext, 'caller'>) => {
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
  const list = async (of: WaiverOf, caller: Caller): Promise<WaiverRecord[]> =>
    (await waiversOf(db, of)).map((row) => present(row, caller, now()));
  const again = async (row: WaiverRow, { caller }: CallContext): Promise<WaiverRecord> => {
    const of = row.flightOID
      ? { flightOID: row.flightOID }
      : { taskOID: row.taskOID ?? '', wall: row.wall ?? '' };
    const found = (await list(of, caller)).find(({ oid }) => oid === row.oid);
    if (!found) throw notFound();
    return found;
  };
  const changed = async (
    oid: string,
    action: 'flight.waiverConfirm' | 'flight.waiverEnd',
    context: CallContext,
    change: (trx: Parameters<typeof lockWaiver>[0], row: WaiverRow, at: Date) => Promise<void>,
  ): Promise<WaiverRecord> => {
    const row = await db.transaction().execute(async (trx) => {
      const held = await lockWaiver(trx, context.caller, oid);
      if (!held) throw notFound();
      if (!mayWaive(context.caller, held.item)) throw new Refusal('waiverRight');
      await change(trx, held, new Date(now()));
      const { flightOID, taskOID, wall, item } = held;
      if (taskOID !== null && wall !== null) await askVerdictAgain(trx, { taskOID, wall });
      await audit.done(trx, context, action, { oid, flightOID, taskOID, wall, item });
      return held;
    });
    return again(row, context);
  };

  return [
    serve(waiverCalls.runVerdict, async (run, { caller }) => {
      if (!(await runGround(db, caller, run.taskOID))) throw notFound();
      const found = await runVerdictOf(db, run);
      if (!found) return { verdict: null };
      const { standing, items, madeAt, dueAt } = found;
      return { verdict: { standing, items, madeAt: madeAt.getTime(), dueAt: dueAt.getTime() } };
    }),
    serve(waiverCalls.waivers, async (request, context) => {
      const of = ofRequest(request);
      await ground(of, context);
      return { list: await list(of, context.caller) };
    }),
    serve(waiverCalls.waive, async (request, context) => {
      const { caller } = context;
      const of = ofRequest(request);
      const { groupRoot, groupOID, dockOID, items } = await ground(of, context);
      if (gateRules[request.item].waiver === null) throw new Refusal('waiverNever');
      if (!mayWaive(caller, request.item)) throw new Refusal('waiverRight');
      const found = (await items()).find(({ item }) => item === request.item);
      if (!found || found.verdict === 'passed' || !(found.blocks || found.waived))
        throw new Refusal('waiverNothing');
      if (!found.waivable) throw new Refusal('waiverNever');
      const at = now();
      const oid = newOid();
      const { item, reason, hours } = request;
      await db.transaction().execute(async (trx) => {
        await insertWaiver(
          trx,
          {
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
          },
          of,
        );
        if ('taskOID' in of) await askVerdictAgain(trx, of);
        const detail = { oid, ...of, item, reason, hours, value: found.value };
        await audit.done(trx, context, 'flight.waive', detail, dockOID);
      });
      const made = (await list(of, caller)).find((one) => one.oid === oid);
      if (!made) throw notFound();
      return made;
    }),
    serve(waiverCalls.waiverConfirm, async ({ oid }, context) =>
      changed(oid, 'flight.waiverConfirm', context, async (trx, row, at) => {
        if (stateOf(row, at.getTime()) !== 'waiting') throw new Refusal('waiverOver');
        if (row.askedByOID === context.caller.memberOID) throw new Refusal('waiverSamePerson');
        await confirmWaiver(trx, oid, context.caller.memberOID, at);
      }),
    ),
    serve(waiverCalls.waiverEnd, async ({ oid }, context) =>
      changed(oid, 'flight.waiverEnd', context, async (trx, row, at) => {
        const state = stateOf(row, at.getTime());
        if (state !== 'waiting' && state !== 'active') throw new Refusal('waiverOver');
        await endWaiver(trx, oid, context.caller.memberOID, at);
      }),
    ),
  ];
};
