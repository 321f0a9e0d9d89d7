import { affirmRuleCalls as calls, limits, type AffirmRule, type ParsedRequestOf } from '@eyrie/domain';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import {
  allowedWords,
  createList,
  serveList,
  type ListDeps,
  type RowOf,
  type ValuesOf,
} from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { createJudge, waitingOfRule, waitNoMore, type Defects } from '../detection/index.ts';
import {
  affirmRuleList,
  foundByRule,
  hasArea,
  regionForRule,
  rulesInForce,
  type RuleInForce,
} from './affirm-rule.store.ts';
import { createAffirming } from './work-order.affirm.ts';
import { trialOf } from './work-order.store.ts';

type Add = ParsedRequestOf<typeof calls.add>;
type Edit = ParsedRequestOf<typeof calls.edit>;
type Row = RowOf<typeof affirmRuleList>;
type Changed = ValuesOf<typeof affirmRuleList>;

/** What was tried is no longer what it is. */
const untried = {
  triedAt: null,
  triedArea: null,
  triedAs: null,
  triedCount: null,
  triedConfirmed: null,
  triedFalse: null,
  enabled: false,
};

const createRules = (deps: ListDeps) =>
  createList<typeof affirmRuleList, AffirmRule, Add, Edit>(
    {
      list: affirmRuleList,
      word: 'affirmRule',
      present: (rows, { caller }) =>
        rows.map(({ switchedByOID: _by, createdByOID: _maker, triedArea: _area, triedAs, mark, ...row }) => ({
          ...row,
          // A trial of other values is none of this rule.
          triedAt: triedAs === mark ? row.triedAt : null,
          allowed: allowedWords(caller.resources, [
            calls.get,
            calls.edit,
            calls.remove,
            calls.tryRule,
            row.enabled ? calls.switchOff : calls.switchOn,
          ]),
        })),
      make: async (
        trx,
        { name, class: found, confidence, lng, lat, metres, regionOID = null },
        { caller },
        createdAt,
      ) => {
        const given = [lng, lat, metres].filter((one) => one !== undefined);
        if (given.length !== 0 && given.length !== 3)
          throw invalidField(metres === undefined ? 'metres' : lng === undefined ? 'lng' : 'lat', 'required');
        const region = regionOID === null ? null : await regionForRule(trx, caller, regionOID);
        if (region === undefined) throw notFound();
        if (region && !hasArea(region)) throw new Refusal('regionWithoutArea');
        const { groupRoot, groupOID, memberOID: createdByOID } = caller;
        const place = { lng: lng ?? null, lat: lat ?? null, metres: metres ?? null, regionOID };
        return {
          values: { groupRoot, groupOID, name, class: found, confidence, ...place, createdByOID, createdAt },
          detail: { name, class: found, confidence },
        };
      },
      change: (_trx, row, { name, class: found, confidence }) => {
        const same = (found ?? row.class) === row.class && (confidence ?? row.confidence) === row.confidence;
        return { name, class: found, confidence, ...(same ? {} : untried) };
      },
      removed: (rows) => ({ rows: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );

/** Rules: made, tried on the past, and only then switched on. */
export function affirmRuleEndpoints(deps: ListDeps & { runtime: Runtime }): Endpoint[] {
  const { runtime, audit } = deps;
  const list = createRules(deps);
  const now = (): Date => new Date(Math.round(runtime.serverTime()));
  const changing =
    (action: string, change: (trx: DbOrTrx, row: Row, context: CallContext) => Promise<Changed> | Changed) =>
    async ({ oid }: { oid: string }, context: CallContext): Promise<AffirmRule> => {
      await runtime.db.transaction().execute(async (trx) => {
        const [row] = await list.lock(trx, [oid], context);
        if (!row) throw notFound();
        const values = await change(trx, row, context);
        await list.changeWithin(trx, [row], values, context);
        const { name, class: found, confidence } = row;
        await audit.done(trx, context, action, { oid, name, class: found, confidence });
      });
      return list.get(oid, context);
    };
  return serveList(calls, list, {
    tryRule: changing('affirmRule.tryRule', async (trx, row) => {
      const at = now();
      const since = new Date(at.getTime() - limits.workOrder.rulePast);
      const region = row.regionOID === null ? null : await regionForRule(trx, row, row.regionOID);
      // A rule is not tried everywhere because its region is gone.
      if (region === undefined) throw notFound();
      const found = await trialOf(trx, row, { ...row, since, area: region });
      const { count: triedCount, confirmed: triedConfirmed, falseAlarm: triedFalse } = found;
      const as = { triedAs: row.mark, triedArea: region?.mark ?? null };
      return { triedAt: at, ...as, triedCount, triedConfirmed, triedFalse };
    }),
    switchOn: changing('affirmRule.switchOn', (_trx, row, { caller }) => {
      if (row.triedAt === null || row.triedAs !== row.mark || row.regionChanged)
        throw new Refusal('ruleUntried');
      return { enabled: true, switchedByOID: caller.memberOID, switchedAt: now() };
    }),
    switchOff: changing('affirmRule.switchOff', () => ({ enabled: false })),
  });
}

interface RuleWorkDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: Pick<AuditLog, 'write'>;
  defects: Pick<Defects, 'settle'>;
}

/** Lets rules decide about what has come since they were switched on; each decision is a row of the audit log. */
export function createRuleWork({ runtime, audit, defects }: RuleWorkDeps): () => Promise<void> {
  const { db, serverTime } = runtime;
  const judge = createJudge(runtime);
  const { affirm } = createAffirming(runtime, judge);

  /** In whose name it was decided, and by which rule. */
  const write = (trx: DbOrTrx, rule: RuleInForce, action: string, detail: Record<string, unknown>) =>
    audit.write(trx, {
      groupRoot: rule.groupRoot,
      memberOID: rule.memberOID,
      action,
      outcome: 'done',
      detail: { ...detail, rule: rule.name, ruleOID: rule.oid },
    });
  const confirm = (asked: RuleInForce) =>
    db.transaction().execute(async (trx) => {
      const [rule] = await rulesInForce(trx, asked.oid);
      if (!rule) return;
      const confirmed: string[] = [];
      const found = await foundByRule(trx, rule, new Date(Math.round(serverTime())));
      for (const { oid, detectionOID, version } of found)
        try {
          const known = { oid, detectionOID, version, verdict: 'confirmed' as const };
          confirmed.push(await judge.checkKnown(trx, { ...known, ruleOID: rule.oid, ruleWaits: true }, rule));
        } catch (error) {
          // Somebody judged it meanwhile: that is left to them.
          if (!(error instanceof Refusal)) throw error;
        }
      for (const oid of confirmed) await write(trx, rule, 'detection.audit', { oid, verdict: 'confirmed' });
    });
  /** What was confirmed is made an order by itself, so that what was seen before is known by then. */
  const order = async (rule: RuleInForce): Promise<void> => {
    const oids = await waitingOfRule(db, rule.oid);
    if (oids.length === 0) return;
    await defects.settle(oids);
    await db.transaction().execute(async (trx) => {
      const { made } = await affirm(trx, rule, oids, rule);
      await waitNoMore(trx, rule.oid, oids);
      for (const oid of made) await write(trx, rule, 'workOrder.affirm', { oid });
    });
  };

  return async () => {
    for (const rule of await rulesInForce(db)) {
      await confirm(rule);
      await order(rule);
    }
  };
}
