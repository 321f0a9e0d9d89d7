import { CallRefused } from '@eyrie/client';
import {
  detectionCalls,
  otherClass,
  workOrderCalls,
  type Box,
  type OutcomeRecord,
  type PictureSize,
  type RequestOf,
  type ResponseOf,
  type Verdict,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { usePictureLock } from './use-picture-lock.ts';

export type View = ResponseOf<typeof detectionCalls.toView>;
type Judging = RequestOf<typeof detectionCalls.auditOutcome>;

/** What the reviewer has in hand of one box; what is null is as it was. */
interface Draft {
  box: Box | null;
  class: string | null;
  otherText: string | null;
  /** By which the server knows a new box again when the answer to it is lost. */
  sourceId: string;
}
const freshDraft = (): Draft => ({ box: null, class: null, otherText: null, sourceId: crypto.randomUUID() });

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

const useView = (oid: string, mediaOID: string | null) =>
  useQuery({
    queryKey: ['detection', 'view', oid, mediaOID],
    queryFn: ({ signal }) =>
      call(detectionCalls.toView, { oid, ...(mediaOID ? { mediaOID } : {}) }, { signal, toast: false }),
    placeholderData: (before) => before,
  });

const useClasses = (oid: string): readonly string[] => {
  const preview = useQuery({
    queryKey: ['detection', 'preview', oid],
    queryFn: ({ signal }) => call(detectionCalls.toPreview, { oid }, { signal, toast: false }),
  });
  const found = preview.data?.classes.map((one) => one.class).filter((one) => one !== otherClass) ?? [];
  return [...found.slice(0, 8), otherClass];
};

/** The next picture behind this one of which something is not audited, around the end. */
export const nextUnaudited = ({ pictures, mediaOID }: Pick<View, 'pictures' | 'mediaOID'>): string | null => {
  const at = pictures.findIndex((one) => one.mediaOID === mediaOID);
  const others = [...pictures.slice(at + 1), ...pictures.slice(0, Math.max(at, 0))];
  return others.find(({ audited, outcomes }) => audited < outcomes)?.mediaOID ?? null;
};

/** The next picture, once nothing but the box that was just judged was left on this one; it stays a key away. */
export const pictureAfter = (
  view: Pick<View, 'pictures' | 'mediaOID' | 'outcomes'>,
  judgedOID: string,
): string | null =>
  view.outcomes.some(({ oid, verdict }) => verdict === null && oid !== judgedOID)
    ? null
    : nextUnaudited(view);

const firstLeft = (outcomes: readonly OutcomeRecord[]): OutcomeRecord | undefined =>
  outcomes.find(({ verdict }) => verdict === null);

/** Makes an order of a finding. */
const useOrder = () => {
  const text = useText();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (outcomeOID: string) => call(workOrderCalls.affirm, { oids: [outcomeOID] }),
    onSuccess: () => showToast('success', text('detection.orderMade')),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['detection'] });
      void client.invalidateQueries({ queryKey: ['workOrder'] });
    },
  });
  return {
    isPending,
    make: (chosen: OutcomeRecord | undefined): void => {
      if (chosen && chosen.verdict === 'confirmed' && !chosen.orderOID && !isPending) mutate(chosen.oid);
    },
  };
};

/** Sends verdicts. What is refused stands beside the box, and what was typed stays. */
const useJudging = (
  view: View | undefined,
  on: {
    onJudged: (outcome: OutcomeRecord) => void;
    onNext: (mediaOID: string) => void;
    onRefused: (words: string) => void;
  },
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: Judging) => call(detectionCalls.auditOutcome, request, { toast: false }),
    onSuccess: async (outcome) => {
      on.onJudged(outcome);
      const following = view ? pictureAfter(view, outcome.oid) : null;
      await client.invalidateQueries({ queryKey: ['detection'] });
      if (following !== null) on.onNext(following);
    },
    onError: (error) => {
      if (error instanceof CallRefused) on.onRefused(error.message);
      else showFailure(error);
      void client.invalidateQueries({ queryKey: ['detection'] });
    },
  });
};

/** The last verdict of this page, which can be taken back while nobody else has judged the box. */
const useUndo = (detectionOID: string, onUndone: (outcome: OutcomeRecord) => void) => {
  const text = useText();
  const client = useQueryClient();
  const [last, setLast] = useState<OutcomeRecord | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ oid, version }: OutcomeRecord) =>
      call(detectionCalls.undoOutcome, { oid, detectionOID, version }),
    onSuccess: (outcome) => {
      showToast('success', text('detection.undone'));
      onUndone(outcome);
    },
    onSettled: () => {
      setLast(null);
      void client.invalidateQueries({ queryKey: ['detection'] });
    },
  });
  return {
    isPending,
    can: last !== null,
    keep: setLast,
    run: (): void => {
      if (last && !isPending) mutate(last);
    },
  };
};

const goOn = (view: View | undefined, show: (next: string) => void, noneLeft: () => void): void => {
  const found = view ? nextUnaudited(view) : null;
  if (found === null) noneLeft();
  else show(found);
};

const chosenOf = (view: View | undefined, picked: string | null) =>
  view?.outcomes.find((one) => one.oid === picked) ?? (view && firstLeft(view.outcomes));

/** Everything that the review of one run knows and does. */
export function useReview(oid: string) {
  const text = useText();
  const [mediaOID, setMediaOID] = useState<string | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [draft, setDraft] = useState<Draft>(freshDraft);
  const [isDrawing, setDrawing] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  // The last reason stays chosen: of one cause there are often many.
  const [reason, setReason] = useState<string | null>(null);
  const answer = useView(oid, mediaOID);
  const classes = useClasses(oid);
  const view = answer.data;
  const lockedBy = usePictureLock(oid, view?.mediaOID ?? null);
  const chosen = isDrawing || (draft.box && picked === null) ? undefined : chosenOf(view, picked);
  const begin = (outcomeOID: string | null): void => {
    setPicked(outcomeOID);
    setDraft(freshDraft());
    setDrawing(false);
    setMissing(null);
  };
  const show = (next: string | null): void => {
    if (next !== null) setMediaOID(next);
    begin(null);
  };
  const undo = useUndo(oid, (outcome) => {
    setMediaOID(outcome.mediaOID);
    begin(outcome.verdict === 'deleted' ? null : outcome.oid);
  });
  const judged = useJudging(view, {
    onJudged: (outcome) => {
      undo.keep(outcome);
      begin(outcome.verdict === 'confirmed' ? outcome.oid : null);
    },
    onNext: show,
    onRefused: setMissing,
  });
  const ordered = useOrder();
  return {
    answer,
    view,
    classes,
    chosen,
    draft,
    missing,
    isDrawing,
    lockedBy,
    reason,
    giveReason: (code: string) => {
      setReason(code);
      setMissing(null);
    },
    undo,
    busy: judged.isPending || ordered.isPending || undo.isPending,
    pick: begin,
    show,
    next: () => goOn(view, show, () => showToast('info', text('detection.noneLeft'))),
    draw: (wanted: boolean) => {
      if (wanted) begin(null);
      setDrawing(wanted);
    },
    drawn: (box: Box, isOver: boolean) => {
      setDraft((before) => ({ ...before, box }));
      setMissing(null);
      if (isOver) setDrawing(false);
    },
    change: (part: Partial<Draft>) => {
      setDraft((before) => ({ ...before, ...part }));
      setMissing(null);
    },
    judge: (verdict: Verdict, picture: PictureSize) => {
      if (!view?.mediaOID || judged.isPending) return;
      const given = { detectionOID: oid, mediaOID: view.mediaOID, picture };
      const request = judgingOf(given, chosen, draft, verdict, reason);
      if (typeof request === 'string') setMissing(text(request));
      else judged.mutate(request);
    },
    order: () => ordered.make(chosen),
  };
}
export type Review = ReturnType<typeof useReview>;
