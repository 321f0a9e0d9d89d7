import {
  otherClass,
  type OutcomeRecord,
  type PictureSize,
  type RequestOf,
  type ResponseOf,
  type Verdict,
  type detectionCalls,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { Draft } from './review-hand.ts';

export type View = ResponseOf<typeof detectionCalls.toView>;
export type Judging = RequestOf<typeof detectionCalls.auditOutcome>;

/** What a person says of a box, or what is missing for that. */
export const judgingOf = (
  given: { detectionOID: string; mediaOID: string; picture: PictureSize },
  chosen: OutcomeRecord | undefined,
  draft: Draft,
  verdict: Verdict,
  reason: string | null,
): Judging | PhraseId => {
  const { detectionOID, mediaOID, picture } = given;
  if (!chosen && !draft.box) return 'refusal.boxRequired';
  const name = draft.class ?? chosen?.class ?? otherClass;
  const otherText = draft.otherText ?? chosen?.otherText ?? '';
  if (verdict === 'confirmed' && name === otherClass && otherText.trim() === '')
    return 'refusal.otherTextRequired';
  if (verdict === 'falseAlarm' && reason === null) return 'refusal.reasonRequired';
  const what = {
    detectionOID,
    verdict,
    class: name,
    otherText,
    ...(draft.box ? { box: draft.box } : {}),
    ...(verdict === 'falseAlarm' && reason !== null ? { reason } : {}),
  };
  return chosen
    ? { ...what, oid: chosen.oid, version: chosen.version }
    : { ...what, mediaOID, picture, sourceId: draft.sourceId };
};

/** Whether a verdict says of a box no more than the last one of this page, which still stands. One of a rule or of somebody else may be affirmed. */
export const isAgain = (
  last: OutcomeRecord,
  chosen: OutcomeRecord,
  verdict: Verdict,
  reason: string | null,
): boolean =>
  last.oid === chosen.oid &&
  last.version === chosen.version &&
  last.verdict === verdict &&
  (verdict !== 'falseAlarm' || last.reason === reason);

/** The next picture behind this one of which something is not audited, around the end. */
export const nextUnaudited = ({ pictures, mediaOID }: Pick<View, 'pictures' | 'mediaOID'>): string | null => {
  const at = pictures.findIndex((one) => one.mediaOID === mediaOID);
  const others = [...pictures.slice(at + 1), ...pictures.slice(0, Math.max(at, 0))];
  return others.find(({ audited, outcomes }) => audited < outcomes)?.mediaOID ?? null;
};

/** The first box without a verdict, those aside whose verdicts are on their way. */
export const firstLeft = (
  outcomes: readonly OutcomeRecord[],
  given: readonly string[],
): OutcomeRecord | undefined => outcomes.find(({ verdict, oid }) => verdict === null && !given.includes(oid));

/** The same once the member has reviewed a picture. */
export const withReviewed = (view: View, mediaOID: string): View => ({
  ...view,
  pictures: view.pictures.map((one) => (one.mediaOID === mediaOID ? { ...one, reviewed: true } : one)),
});

/** The same once a verdict was taken back: its box as it stands then. What is counted follows when the server is asked anew. */
export const withUndone = (view: View, outcome: OutcomeRecord): View => ({
  ...view,
  outcomes: view.outcomes
    .map((one) => (one.oid === outcome.oid ? outcome : one))
    .filter(({ verdict }) => verdict !== 'deleted'),
});

/**
 * What a review shows once a verdict is stored, before the server is asked anew.
 * @param before the verdict that stood; missing: the box is new
 */
export const withVerdict = (view: View, outcome: OutcomeRecord, before: Verdict | null | undefined): View => {
  const isDeleted = outcome.verdict === 'deleted';
  const more = Number(!isDeleted) - Number(before !== undefined && before !== 'deleted');
  const audited = Number(!isDeleted) - Number(before === 'confirmed' || before === 'falseAlarm');
  const pictures = view.pictures.map((one) =>
    one.mediaOID === outcome.mediaOID
      ? { ...one, outcomes: one.outcomes + more, audited: one.audited + audited, reviewed: true }
      : one,
  );
  const detection = {
    ...view.detection,
    outcomes: view.detection.outcomes + more,
    audited: view.detection.audited + audited,
  };
  if (view.mediaOID !== outcome.mediaOID) return { ...view, detection, pictures };
  const isKnown = view.outcomes.some(({ oid }) => oid === outcome.oid);
  const outcomes = isKnown
    ? view.outcomes.map((one) => (one.oid === outcome.oid ? outcome : one))
    : [outcome, ...view.outcomes];
  return { ...view, detection, pictures, outcomes: outcomes.filter(({ verdict }) => verdict !== 'deleted') };
};
