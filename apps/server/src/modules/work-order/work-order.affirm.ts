import { limits } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { lockDefectsOf, openOrdersOf, type Judge } from '../detection/index.ts';
import { settleDue } from './order-target.ts';
import {
  findingsOfRule,
  insertOrder,
  lockFindings,
  orderOfFinding,
  trialOf,
  writeLog,
} from './work-order.store.ts';

type Member = Pick<CallContext['caller'], 'memberOID'> & Scope;

/** Makes orders of findings. */
export const createAffirming = (
  { newOid, serverTime }: Pick<Runtime, 'newOid' | 'serverTime'>,
  judge: Pick<Judge, 'checkKnown'>,
) => {
  /** @throws Refusal `outcomeNotConfirmed` when one of them is not confirmed */
  async function affirm(
    trx: DbOrTrx,
    caller: Member,
    asked: readonly string[],
    rule?: { oid: string; name: string },
  ) {
    const oids = [...new Set(asked)];
    // Before the findings: whoever takes findings into the defects locks them in this order.
    await lockDefectsOf(trx, oids);
    const found = await lockFindings(trx, caller, oids);
    if (found.length !== oids.length) throw notFound();
    if (found.some(({ verdict }) => verdict !== 'confirmed')) throw new Refusal('outcomeNotConfirmed');
    const at = new Date(Math.round(serverTime()));
    const { memberOID } = caller;
    const orders: string[] = [];
    const made: string[] = [];
    for (const finding of found) {
      // What was seen before has one order, however often it is seen again.
      const seenBefore = (await openOrdersOf(trx, [finding.oid])).get(finding.oid);
      if (seenBefore !== undefined) {
        orders.push(seenBefore);
        continue;
      }
      const oid = newOid();
      if (await insertOrder(trx, finding, { oid, memberOID, at })) {
        made.push(oid);
        orders.push(oid);
        await writeLog(trx, {
          oid: newOid(),
          orderOID: oid,
          memberOID,
          at,
          move: 'add',
          from: null,
          to: 'unassigned',
          rule,
        });
        await settleDue(trx, oid);
      } else {
        const known = await orderOfFinding(trx, finding.oid);
        if (known) orders.push(known.oid);
      }
    }
    return { orders: [...new Set(orders)], made, added: made.length };
  }

  const ruleOf = (given: { class: string; confidence: number }) => ({
    class: given.class,
    confidence: given.confidence,
    since: new Date(Math.round(serverTime()) - limits.workOrder.rulePast),
  });

  return {
    affirm,
    trial: (db: DbOrTrx, caller: Member, given: { class: string; confidence: number }) =>
      trialOf(db, caller, ruleOf(given)),
    /**
     * Confirms what fits a rule. What somebody judges meanwhile is left to them. @returns what was confirmed
     * @param ruleOID of this pass: what it confirms nobody has looked at
     */
    async confirmByRule(
      trx: DbOrTrx,
      caller: Member,
      given: { class: string; confidence: number; ruleOID: string },
    ): Promise<string[]> {
      const confirmed: string[] = [];
      for (const { oid, detectionOID, version } of await findingsOfRule(trx, caller, ruleOf(given))) {
        const { ruleOID } = given;
        const known = { oid, detectionOID, version, verdict: 'confirmed' as const, ruleOID };
        try {
          confirmed.push(await judge.checkKnown(trx, known, caller));
        } catch (error) {
          if (error instanceof Refusal && ['outcomeChanged', 'otherTextRequired'].includes(error.reason))
            continue;
          throw error;
        }
      }
      return confirmed;
    },
  };
};
export type Affirming = ReturnType<typeof createAffirming>;
