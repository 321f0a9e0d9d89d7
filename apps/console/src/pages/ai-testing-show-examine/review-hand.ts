import type { Box, OutcomeRecord } from '@eyrie/domain';

/** What the reviewer has in hand of one box; what is null is as it was. */
export interface Draft {
  box: Box | null;
  class: string | null;
  otherText: string | null;
  /** By which the server knows a new box again when the answer to it is lost. */
  sourceId: string;
}

/** The picture under review and what is being done on it. They change together, so that nothing of one picture meets another. */
export interface Hand {
  /** Null: the first that is not audited, until the server has named it. */
  mediaOID: string | null;
  /** Null: the first box that is left. */
  picked: string | null;
  draft: Draft;
  isDrawing: boolean;
  /** What keeps the box from being judged. */
  missing: string | null;
  /** The server did not take the verdict: how the box stands there is shown beside the reason. */
  isRefused: boolean;
}

export const freshHand = (mediaOID: string | null, picked: string | null = null): Hand => ({
  mediaOID,
  picked,
  draft: { box: null, class: null, otherText: null, sourceId: crypto.randomUUID() },
  isDrawing: false,
  missing: null,
  isRefused: false,
});

/** Whether something was drawn, chosen or typed that no verdict has taken. */
export const isUnsaved = ({ draft }: Pick<Hand, 'draft'>): boolean =>
  draft.box !== null || draft.class !== null || draft.otherText !== null;

/** A verdict that was given, and on what. */
export interface GivenVerdict {
  mediaOID: string;
  /** Missing: a new box. */
  oid?: string | undefined;
  /** The draft as it was in hand: what was changed of it since is no part of the verdict. */
  draft: Draft;
  /** It says nothing but confirmed or false alarm; of others what was drawn and typed stays in hand until the server has it. */
  isPlain: boolean;
}

/** Whether nothing was begun since a verdict was given: what is in hand then is no part of it, and stays whatever becomes of it. */
export const isStillAt = (now: Hand, { isPlain, draft }: GivenVerdict): boolean =>
  isPlain ? !isUnsaved(now) && !now.isDrawing : now.draft.sourceId === draft.sourceId;

/**
 * The hand after a verdict was stored.
 * @param left whether something on this picture is not judged
 * @param following the next picture when nothing is left on this one; null: there is none
 */
export const handAfter = (
  now: Hand,
  given: GivenVerdict,
  { oid, verdict }: Pick<OutcomeRecord, 'oid' | 'verdict'>,
  { left, following }: { left: boolean; following: string | null },
): Hand => {
  // The reviewer went on to another picture, or to another box, while it was on its way.
  if (now.mediaOID !== given.mediaOID || !isStillAt(now, given)) return now;
  // What was drawn or typed since corrects the box that is stored: as a new one it would stand there twice.
  if (!given.isPlain && now.draft !== given.draft)
    return { ...now, picked: oid, missing: null, isRefused: false };
  if (following !== null) return freshHand(following);
  if (!given.isPlain) return freshHand(now.mediaOID, verdict === 'confirmed' && !left ? oid : null);
  // A key too many must not confirm a false alarm.
  return now.picked === oid && verdict !== 'confirmed' ? { ...now, picked: null } : now;
};
