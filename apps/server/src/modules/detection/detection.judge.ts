import { isDeepStrictEqual } from 'node:util';
import { boxFits, otherClass, type Box, type PictureSize, type Verdict } from '@eyrie/domain';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { CallContext } from '../../platform/http/endpoint.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import {
  falseAlarmCodes,
  hasOrder,
  insertDrawn,
  lastVerdict,
  lockOutcome,
  picturesOf,
  undoVerdict,
  verdictsBy,
  writeVerdict,
  type Judgement,
  type RunRow,
  type StoodBefore,
} from './detection.store.ts';

/** A verdict as a person gives it; what is not given stays. */
export interface Judging {
  oid?: string | undefined;
  detectionOID: string;
  mediaOID?: string | undefined;
  sourceId?: string | undefined;
  picture?: PictureSize | undefined;
  verdict: Verdict;
  box?: Box | undefined;
  class?: string | undefined;
  otherText?: string | undefined;
  reason?: string | undefined;
  version?: number | undefined;
  /** The rule that decides in somebody's name. */
  ruleOID?: string | undefined;
  /** Its order is made in a later step of the rule. */
  ruleWaits?: boolean | undefined;
  /** The sample by which it is decided without being looked at. */
  sampleOID?: string | undefined;
}

/** What a finding is confirmed as must be somewhere, and must be something. @throws Refusal what is missing */
function requireWhole({ verdict, box, class: name, otherText }: Judgement, picture: PictureSize): void {
  if (verdict !== 'deleted' && !boxFits(box, picture)) throw new Refusal('boxOutside');
  if (verdict === 'confirmed' && name === otherClass && otherText.trim() === '')
    throw new Refusal('otherTextRequired');
}

/** @throws Refusal `reasonRequired` when a false alarm has none of the reasons of its organisation; where it has no list, when it has none at all */
async function requireReason(
  trx: DbOrTrx,
  groupRoot: string,
  { verdict, reason }: Pick<Judgement, 'verdict' | 'reason'>,
): Promise<void> {
  if (verdict !== 'falseAlarm') return;
  const known = await falseAlarmCodes(trx, groupRoot);
  if (known.length === 0 ? reason.trim() === '' : !known.includes(reason))
    throw new Refusal('reasonRequired');
}

interface Undoing {
  oid: string;
  detectionOID: string;
  version: number;
}
type Undoer = Pick<CallContext['caller'], 'memberOID'> & Scope;

/** Takes back the last verdict on a box. @throws Refusal `nothingToUndo` unless the caller gave it */
async function undoLast(
  trx: DbOrTrx,
  { oid, detectionOID, version }: Undoing,
  caller: Undoer,
  now: Date,
): Promise<void> {
  const row = await lockOutcome(trx, caller, oid);
  if (!row || row.detection_oid !== detectionOID) throw notFound();
  if (version !== row.version)
    throw new Refusal('outcomeChanged', {
      values: { by: row.judge_name ?? '' },
      data: { by: row.judge_name, version: row.version },
    });
  const last = await lastVerdict(trx, oid);
  if (!last?.before || last.member_oid !== caller.memberOID) throw new Refusal('nothingToUndo');
  if (await hasOrder(trx, oid)) throw new Refusal('outcomeOrdered');
  await undoVerdict(trx, oid, last.oid, last.before as StoodBefore, now);
}

/** A verdict on a box that is there. @throws Refusal `outcomeChanged` when another one came between, with whose */
const createCheckKnown = ({ newOid, serverTime }: Pick<Runtime, 'newOid' | 'serverTime'>) =>
  async function checkKnown(
    trx: DbOrTrx,
    request: Judging & { oid: string },
    caller: Pick<CallContext['caller'], 'memberOID'> & Scope,
  ): Promise<string> {
    const { oid, verdict, version } = request;
    const row = await lockOutcome(trx, caller, oid);
    if (!row || row.detection_oid !== request.detectionOID) throw notFound();
    if (version !== undefined && version !== row.version)
      throw new Refusal('outcomeChanged', {
        values: { by: row.judge_name ?? '' },
        data: { by: row.judge_name, version: row.version },
      });
    if (verdict === 'deleted' && row.drawn_by === null) throw new Refusal('detectorBox');
    if (verdict !== 'confirmed' && (await hasOrder(trx, oid))) throw new Refusal('outcomeOrdered');
    const { x, y, width, height } = row;
    const judgement: Judgement = {
      verdict,
      box: request.box ?? { x, y, width, height },
      class: request.class ?? row.class,
      otherText: request.otherText ?? row.other_text,
      reason: request.reason ?? '',
    };
    requireWhole(judgement, { width: row.picture_width, height: row.picture_height });
    await requireReason(trx, row.group_root, judgement);
    const { memberOID } = caller;
    const { ruleOID, ruleWaits, sampleOID } = request;
    const at = new Date(Math.round(serverTime()));
    const by = { auditOID: newOid(), memberOID, at, ruleOID, ruleWaits, sampleOID };
    await writeVerdict(trx, { oid, groupRoot: row.group_root }, judgement, by, {
      box: { x, y, width, height },
      class: row.class,
      otherText: row.other_text,
      reason: row.reason,
      verdict: row.verdict,
      by: row.verdict_by,
      at: row.verdict_at?.getTime() ?? null,
    });
    return oid;
  };

export const createJudge = (runtime: Pick<Runtime, 'newOid' | 'serverTime'>) => {
  const { newOid, serverTime } = runtime;
  const checkKnown = createCheckKnown(runtime);
  /** A box that a person drew, with its verdict. @returns its oid */
  async function checkDrawn(
    trx: DbOrTrx,
    run: RunRow,
    request: Judging,
    caller: CallContext['caller'],
  ): Promise<string> {
    const { mediaOID, picture, box, class: name, sourceId = newOid() } = request;
    if (!box || !picture) throw new Refusal('boxRequired');
    if (!mediaOID || !(await picturesOf(trx, caller, run, [mediaOID])).has(mediaOID))
      throw new Refusal('pictureUnknown');
    const judgement: Judgement = {
      verdict: 'confirmed',
      box,
      class: name ?? otherClass,
      otherText: request.otherText ?? '',
      reason: request.reason ?? '',
    };
    requireWhole(judgement, picture);
    const at = new Date(Math.round(serverTime()));
    const { memberOID } = caller;
    const made = { oid: newOid(), mediaOID, sourceId, box, picture, class: judgement.class, memberOID, at };
    const { oid, isNew } = await insertDrawn(trx, run, made);
    if (!isNew) await correctDrawn(trx, { oid, detectionOID: run.oid }, judgement, caller);
    else
      await writeVerdict(
        trx,
        { oid, groupRoot: run.groupRoot },
        judgement,
        { auditOID: newOid(), memberOID, at },
        { ...judgement, verdict: 'deleted', by: memberOID, at: at.getTime() },
      );
    return oid;
  }

  /**
   * A drawn box that is known came again, as after an answer that was lost. What its drawer said before is done already; a box that
   * was drawn anew since corrects it.
   * @throws Refusal `outcomeChanged` when somebody judged it meanwhile
   */
  async function correctDrawn(
    trx: DbOrTrx,
    { oid, detectionOID }: { oid: string; detectionOID: string },
    { box, class: name, otherText }: Judgement,
    caller: CallContext['caller'],
  ): Promise<void> {
    const row = await lockOutcome(trx, caller, oid);
    if (!row || row.detection_oid !== detectionOID) throw notFound();
    const given = await verdictsBy(trx, oid, caller.memberOID);
    if (given.some((one) => isDeepStrictEqual(one, { box, class: name, otherText }))) return;
    if (row.verdict !== 'confirmed' || row.verdict_by !== caller.memberOID)
      throw new Refusal('outcomeChanged', {
        values: { by: row.judge_name ?? '' },
        data: { by: row.judge_name, version: row.version },
      });
    await checkKnown(trx, { oid, detectionOID, verdict: 'confirmed', box, class: name, otherText }, caller);
  }

  return {
    checkDrawn,
    checkKnown,
    undo: (trx: DbOrTrx, request: Undoing, caller: Undoer) =>
      undoLast(trx, request, caller, new Date(Math.round(serverTime()))),
  };
};
export type Judge = ReturnType<typeof createJudge>;
