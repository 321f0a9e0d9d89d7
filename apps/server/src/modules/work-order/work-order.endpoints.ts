import {
  flightCalls,
  isLate,
  limits,
  openOrderStates,
  lastWord,
  nameIn,
  nameLanguageOf,
  workOrderCalls as calls,
  type Names,
  type OrderMove,
  type OrderState,
  type ParsedRequestOf,
  type WorkOrderRecord,
} from '@eyrie/domain';
import type { CallContext, Endpoint, Language } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { allowedWords, createList, serveList, type ListDeps } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { createJudge, defectOfFinding, outcomeSeen, pictureSeen, type Defects } from '../detection/index.ts';
import type { NotificationInput } from '../notification/index.ts';
import type { RouteRoom } from '../route/index.ts';
import { holdersBy } from '../member/index.ts';
import { affirmRuleEndpoints } from './affirm-rule.ts';
import { createAround } from './around.ts';
import { createAssigning } from './assigning.ts';
import { createComparing } from './comparing.ts';
import { createField, type FieldDeps } from './field.ts';
import { fieldWorkOf } from './field.store.ts';
import { createFlyAgain } from './fly-again.ts';
import { flightsAgain } from './fly-again.store.ts';
import { keepOwnSeverity, mergedInto } from './merging.store.ts';
import { createMerging } from './merging.ts';
import { escalationsOf } from './order-target.store.ts';
import { orderTargetEndpoints, settleDue } from './order-target.ts';
import { createAffirming } from './work-order.affirm.ts';
import { keepTrial, wasTried } from './affirm-trial.store.ts';
import { distributionOf } from './work-order.distribution.store.ts';
import { ordersSeen, workOrderList } from './work-order.list.store.ts';
import { createMover, movesFor, type Mover, type OrderRow } from './work-order.moves.ts';
import { filesSeen, logOf, standingWithin, writeLog } from './work-order.store.ts';

type Add = ParsedRequestOf<typeof calls.add>;
type Edit = ParsedRequestOf<typeof calls.edit>;

export interface WorkOrderDeps extends Pick<ListDeps, 'audit'> {
  runtime: Runtime;
  department: DepartmentRoom;
  makeRoute: RouteRoom['makeFor'];
  defects: Pick<Defects, 'settle'>;
  takeFile: FieldDeps['takeFile'];
  notify(memberOIDs: readonly string[], message: NotificationInput): Promise<void>;
}

const callOf: Readonly<Record<OrderMove, (typeof calls)[keyof typeof calls]>> = {
  assign: calls.assign,
  ignore: calls.ignore,
  restore: calls.restoreOrder,
  claim: calls.claim,
  complete: calls.complete,
  reject: calls.reject,
  reopen: calls.reopen,
  verify: calls.verify,
  merge: calls.merge,
};
const { ageingAfter } = limits.workOrder;
const isOpenState = (state: OrderState): boolean => openOrderStates.some((one) => one === state);
const closed: ReadonlySet<string> = new Set(['unassigned', 'ignored', 'done']);

/** A type by its name; one that is no longer in its code table is shown as it was chosen. */
const typeOf = (code: string | null, names: Names | null, language: Language): WorkOrderRecord['type'] =>
  code === null ? null : { code, name: (names ? nameIn(names, nameLanguageOf(language)).name : '') || code };

const mergedIntoOf = (
  row: Pick<OrderRow, 'state' | 'mergedIntoOID' | 'mergedIntoName'>,
): WorkOrderRecord['mergedInto'] =>
  row.mergedIntoOID === null || row.state !== 'ignored'
    ? null
    : { oid: row.mergedIntoOID, name: row.mergedIntoName ?? '' };

const createOrders = (deps: WorkOrderDeps) =>
  createList<typeof workOrderList, WorkOrderRecord, Add, Edit>(
    {
      list: workOrderList,
      word: 'workOrder',
      present: (rows, { caller, language }) =>
        rows.map((row) => ({
          ...row,
          mergedInto: mergedIntoOf(row),
          type: typeOf(row.typeCode, row.typeNames, language),
          ageing: isLate({ ...row, open: isOpenState(row.state) }, deps.runtime.serverTime(), ageingAfter),
          allowed: [
            ...allowedWords(caller.resources, [calls.get, calls.edit, calls.remove]),
            ...movesFor(row, caller).map((move) => lastWord(callOf[move])),
          ],
        })),
      make: (_trx, { name, class: found, severity, remark = '', lng, lat }, { caller }, createdAt) => ({
        values: {
          groupRoot: caller.groupRoot,
          groupOID: caller.groupOID,
          name,
          class: found,
          severity,
          remark,
          lng: lng ?? null,
          lat: lat ?? null,
          createdByOID: caller.memberOID,
          createdAt,
        },
        detail: { name },
      }),
      added: async (trx, orderOID, _request, { caller }) => {
        await writeLog(trx, {
          oid: deps.runtime.newOid(),
          orderOID,
          memberOID: caller.memberOID,
          at: new Date(Math.round(deps.runtime.serverTime())),
          move: 'add',
          from: null,
          to: 'unassigned',
        });
        await settleDue(trx, orderOID);
      },
      edited: async ({ oid, severity }, values, { trx }) => {
        // What a person sets stands: it is not given back for what was merged before.
        if (values.severity !== undefined && values.severity !== severity)
          await keepOwnSeverity(trx, oid, null);
        return { oid, ...values };
      },
      beforeRemove: async (_trx, rows) => {
        const open = rows.find(({ state }) => !closed.has(state));
        if (open)
          throw new Refusal('orderOpen', { values: { name: open.name }, data: { state: open.state } });
      },
      removed: (rows) => ({ rows: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );

/** The moves, each with what it needs to know first. */
function moves(move: Mover) {
  return {
    ignore: ({ oid, reason }: ParsedRequestOf<typeof calls.ignore>, context: CallContext) =>
      move('ignore', oid, { reason }, context),
    claim: ({ oid }: ParsedRequestOf<typeof calls.claim>, context: CallContext) =>
      move('claim', oid, {}, context),
    complete: (
      { oid, result, mediaOIDs = [] }: ParsedRequestOf<typeof calls.complete>,
      context: CallContext,
    ) =>
      move('complete', oid, { result, mediaOIDs }, context, async (trx) => {
        const seen = await filesSeen(trx, context.caller, mediaOIDs);
        if (mediaOIDs.some((one) => !seen.has(one))) throw new Refusal('pictureUnknown');
      }),
    reject: ({ oid, reason }: ParsedRequestOf<typeof calls.reject>, context: CallContext) =>
      move('reject', oid, { reason }, context),
    reopen: ({ oid, reason }: ParsedRequestOf<typeof calls.reopen>, context: CallContext) =>
      move('reopen', oid, { reason }, context),
  };
}

type Orders = ReturnType<typeof createOrders>;

/** Orders that are made of findings, one by one or by a rule. */
function affirming({ runtime, audit, defects }: WorkOrderDeps, list: Orders) {
  const { db } = runtime;
  const { affirm, trial, confirmByRule } = createAffirming(runtime, createJudge(runtime));
  return {
    async affirm({ oids }: ParsedRequestOf<typeof calls.affirm>, context: CallContext) {
      // What was confirmed a moment ago may be a sighting of something that has an order.
      await defects.settle(oids);
      const made = await db.transaction().execute(async (trx) => {
        const { orders, added } = await affirm(trx, context.caller, oids);
        await audit.done(trx, context, 'workOrder.affirm', { oids: orders, added });
        return { orders, added };
      });
      const shown = await Promise.all(made.orders.map((oid) => list.get(oid, context)));
      return { list: shown, added: made.added };
    },
    async autoAffirm(
      { trial: only, ...rule }: ParsedRequestOf<typeof calls.autoAffirm>,
      context: CallContext,
    ) {
      const { caller } = context;
      const ruleOID = runtime.newOid();
      // Written with what is confirmed: should the orders fail, it is known by which rule that was.
      const at = new Date(Math.round(runtime.serverTime()));
      const { counted, confirmed } = await db.transaction().execute(async (trx) => {
        if (only) await keepTrial(trx, caller, rule, at);
        else if (!(await wasTried(trx, caller, rule, at))) throw new Refusal('ruleUntried');
        const found = {
          counted: await trial(trx, caller, rule),
          confirmed: only ? [] : await confirmByRule(trx, caller, { ...rule, ruleOID }),
        };
        const many = found.confirmed.length;
        const what = { ...rule, trial: only, confirmed: many, ...(only ? {} : { ruleOID }) };
        await audit.done(trx, context, 'workOrder.autoAffirm', what);
        return found;
      });
      if (confirmed.length === 0) return { ...counted, added: 0 };
      // Before the orders are made, so that findings of one defect get one order.
      await defects.settle(confirmed);
      const { added } = await db.transaction().execute((trx) => affirm(trx, caller, confirmed));
      return { ...counted, added };
    },
  };
}

export const workOrderEndpoints = (deps: WorkOrderDeps): Endpoint[] => {
  const { runtime, audit, department } = deps;
  const { db } = runtime;
  const list = createOrders(deps);
  const { move: mover, moveWithin } = createMover({ runtime, audit, list });
  const orders = serveList(calls, list, {
    ...moves(mover),
    ...createAssigning({ runtime, department, notify: deps.notify, list, move: mover, moveWithin }),
    ...createMerging({ runtime, audit, list, moveWithin, changeWithin: list.changeWithin }),
    around: createAround({ runtime, order: list.get }),
    ...createComparing({ db, move: mover, order: list.get }),
    ...affirming(deps, list),
    flyAgain: createFlyAgain({ ...deps, order: list.get }),
    ...createField({ ...deps, moveWithin, list }),
    async findByOID({ oid }, context) {
      const order = await list.get(oid, context);
      const { outcomeOID, mediaOID } = order;
      // Who was given an order sees its finding and picture with it, whichever department they came from.
      const within = { groupRoot: order.groupRoot, groupOID: order.groupOID };
      const picture = mediaOID === null ? null : await pictureSeen(db, within, mediaOID);
      return {
        order,
        escalations: await escalationsOf(db, oid),
        log: (await logOf(db, oid)).slice(0, limits.workOrder.logMost),
        again: await flightsAgain(db, order),
        merged: await mergedInto(db, [oid]),
        field: await fieldWorkOf(db, oid),
        outcome: outcomeOID === null ? null : await outcomeSeen(db, within, outcomeOID),
        defectOID: outcomeOID === null ? null : await defectOfFinding(db, outcomeOID),
        picture: picture && { ...picture, url: flightCalls.preview.path.replace('{id}', picture.mediaOID) },
      };
    },
    async assignees({ keyword = '' }, { caller }) {
      const most = limits.workOrder.assignees;
      return holdersBy(db, caller, { right: 'work-order:work', keyword: keyword.trim(), most });
    },
    async distribution(request, { caller }) {
      if (request.groupOID !== undefined) await department.requireVisible(caller, request.groupOID);
      return distributionOf(db, caller, request, new Date(Math.round(runtime.serverTime())));
    },
    async statistic({ groupOID, from, to }, { caller }) {
      if (groupOID !== undefined) await department.requireVisible(caller, groupOID);
      // As the list shows them, so that a count is what stands behind it.
      return standingWithin(db, ordersSeen(caller, groupOID), { from, to });
    },
  });
  const beside = { runtime, audit, department };
  return [...orders, ...affirmRuleEndpoints(beside), ...orderTargetEndpoints(beside)];
};
