import {
  detectionCalls,
  otherClass,
  workOrderCalls,
  type Box,
  type OutcomeRecord,
  type PictureSize,
  type Verdict,
} from '@eyrie/domain';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { pyramidQuery } from '../../modules/media/index.ts';
import { call } from '../../platform/http.ts';
import { mayLeave, useUnsaved } from '../../platform/leaving.ts';
import { pictureSizeQuery } from '../../platform/picture-size.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { freshHand, isUnsaved, type Draft, type Hand } from './review-hand.ts';
import { firstLeft, isAgain, judgingOf, nextUnaudited, withUndone, type View } from './review-verdict.ts';
import { usePictureLocks } from './use-picture-lock.ts';
import { useReviewed } from './use-reviewed.ts';
import { useVerdicts, viewKey } from './use-verdicts.ts';

const viewQuery = (oid: string, mediaOID: string | null) =>
  queryOptions({
    // Apart from what a page keeps on which nobody judges.
    queryKey: viewKey(oid, mediaOID ?? 'first'),
    queryFn: async ({ signal, client }): Promise<View> => {
      const view = await call(
        detectionCalls.toView,
        { oid, ...(mediaOID ? { mediaOID } : {}) },
        { signal, toast: false },
      );
      // Read again as the first one left it would be another picture, under what is in hand of this one.
      if (mediaOID === null && view.mediaOID !== null) client.setQueryData(viewKey(oid, view.mediaOID), view);
      return view;
    },
    // Which one is first left is asked whenever a review begins: as it was known last, that one may be judged by now.
    ...(mediaOID === null ? { gcTime: 0 } : {}),
  });

const useView = (oid: string, mediaOID: string | null) =>
  useQuery({ ...viewQuery(oid, mediaOID), placeholderData: (before) => before });

/** Reads what is next while this picture is looked at. */
const useFollowing = (oid: string, view: View | undefined): void => {
  const client = useQueryClient();
  const following = view ? nextUnaudited(view) : null;
  const { url, large = false } = view?.pictures.find(({ mediaOID }) => mediaOID === following) ?? {};
  useEffect(() => {
    if (following === null || url === undefined) return;
    void client.prefetchQuery(viewQuery(oid, following));
    void (large
      ? client.prefetchQuery(pyramidQuery(following))
      : client.prefetchQuery(pictureSizeQuery(url)));
  }, [client, oid, following, url, large]);
};

const useClasses = (oid: string): readonly string[] => {
  const preview = useQuery({
    queryKey: ['detection', 'preview', oid],
    queryFn: ({ signal }) => call(detectionCalls.toPreview, { oid }, { signal, toast: false }),
  });
  const found = preview.data?.classes.map((one) => one.class).filter((one) => one !== otherClass) ?? [];
  return [...found.slice(0, 8), otherClass];
};

/** Makes an order of a finding. */
const useOrder = () => {
  const text = useText();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (outcomeOID: string) => call(workOrderCalls.affirm, { oids: [outcomeOID] }),
    onSuccess: () => showToast('success', text('detection.orderMade')),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['workOrder'] });
      // Until the page has the order it would offer to make it again.
      return client.invalidateQueries({ queryKey: ['detection'] });
    },
  });
  return {
    isPending,
    make: (chosen: OutcomeRecord | undefined): void => {
      if (chosen && chosen.verdict === 'confirmed' && !chosen.orderOID && !isPending) mutate(chosen.oid);
    },
  };
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
      // As it stood before with its old version, the next verdict on it would be refused.
      client.setQueriesData<View>({ queryKey: viewKey(detectionOID) }, (view) =>
        view ? withUndone(view, outcome) : view,
      );
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
    last,
    keep: setLast,
    run: (): void => {
      if (last && !isPending) mutate(last);
    },
  };
};

/** The box that is spoken of: what is in hand of one that is gone is said of no other. */
const chosenOf = (
  view: View | undefined,
  hand: Hand,
  given: readonly string[],
): OutcomeRecord | undefined => {
  if (!view || hand.isDrawing) return undefined;
  // A new box whose answer was lost lies at the server: what is drawn of it now corrects that one.
  if (hand.draft.box !== null && hand.picked === null)
    return view.outcomes.find(({ sourceId }) => sourceId === hand.draft.sourceId);
  const picked = view.outcomes.find((one) => one.oid === hand.picked);
  return picked ?? (isUnsaved(hand) && hand.picked !== null ? undefined : firstLeft(view.outcomes, given));
};

/** Where a review begins, when the address names a picture and a finding on it. */
export interface ReviewStart {
  mediaOID: string | null;
  outcomeOID: string | null;
}

/** The hand, and how it is emptied: never of what is unsaved without asking. */
const useHand = (start: ReviewStart) => {
  const { pathname, search } = useLocation();
  const [hand, setHand] = useState<Hand>(() => freshHand(start.mediaOID, start.outcomeOID));
  const unsaved = isUnsaved(hand);
  useUnsaved(unsaved, (next) => next.search === search);
  const leave = (go: () => void): void => {
    if (!unsaved) go();
    else void mayLeave(pathname).then((agreed) => (agreed ? go() : undefined));
  };
  const begin = (next: Partial<Pick<Hand, 'mediaOID' | 'picked' | 'isDrawing'>>): void =>
    setHand((now) => ({ ...freshHand(now.mediaOID), ...next }));
  return {
    hand,
    setHand,
    unsaved,
    leave,
    begin,
    show: (mediaOID: string | null): void => {
      if (mediaOID !== null) leave(() => begin({ mediaOID }));
    },
    /** What was changed stays with its box, whichever is the first one left by then. */
    change: (part: Partial<Draft>, chosen: OutcomeRecord | undefined): void =>
      setHand((now) => ({
        ...now,
        draft: { ...now.draft, ...part },
        picked: now.picked ?? chosen?.oid ?? null,
        missing: null,
        isRefused: false,
      })),
  };
};

/** What the reviewer says of the chosen box. */
const useJudge = (
  oid: string,
  { hand, setHand, unsaved }: ReturnType<typeof useHand>,
  {
    view,
    chosen,
    isOnItsWay,
    last,
  }: {
    view: View | undefined;
    chosen: OutcomeRecord | undefined;
    isOnItsWay: boolean;
    last: OutcomeRecord | null;
  },
  verdicts: ReturnType<typeof useVerdicts>,
) => {
  const text = useText();
  // The last reason stays chosen: of one cause there are often many.
  const [reason, setReason] = useState<string | null>(null);
  const { given } = verdicts;
  return {
    reason,
    giveReason: (code: string) => {
      setReason(code);
      setHand((now) => ({ ...now, missing: null, isRefused: false }));
    },
    judge: (verdict: Verdict, picture: PictureSize): void => {
      // What was said of a picture is said of none that comes after it.
      if (!view?.mediaOID || isOnItsWay || verdicts.isSaving) return;
      const isSaid = chosen
        ? given.includes(chosen.oid)
        : view.outcomes.some((one) => given.includes(one.oid));
      if (isSaid && !unsaved && !hand.isDrawing) return;
      // Given once more, it would be what is taken back in place of the first.
      if (!unsaved && chosen && last && isAgain(last, chosen, verdict, reason)) return;
      const { mediaOID } = view;
      const request = judgingOf(
        { detectionOID: oid, mediaOID, picture },
        chosen,
        hand.draft,
        verdict,
        reason,
      );
      if (typeof request === 'string') {
        setHand((now) => ({ ...now, missing: text(request), isRefused: false }));
        return;
      }
      const isPlain = !unsaved;
      if (isPlain && chosen) {
        const left = firstLeft(view.outcomes, [...given, chosen.oid]) !== undefined;
        setHand((now) => ({ ...now, picked: left ? null : chosen.oid, missing: null, isRefused: false }));
      }
      const { draft } = hand;
      verdicts.send({ request, mediaOID, isPlain, before: chosen?.verdict, oid: chosen?.oid, draft });
    },
  };
};

/** Everything that the review of one run knows and does. */
export function useReview(oid: string, start: ReviewStart) {
  const text = useText();
  const held = useHand(start);
  const { hand, setHand, leave, begin, show } = held;
  const answer = useView(oid, hand.mediaOID);
  const classes = useClasses(oid);
  const view = answer.data;
  const first = hand.mediaOID === null ? view?.mediaOID : null;
  if (first) setHand((now) => ({ ...now, mediaOID: first }));
  useFollowing(oid, view);
  // What was begun while it was on its way is not given up for it.
  const undo = useUndo(oid, ({ mediaOID, oid: picked, verdict }) =>
    setHand((now) =>
      isUnsaved(now) || now.isDrawing ? now : freshHand(mediaOID, verdict === 'deleted' ? null : picked),
    ),
  );
  const verdicts = useVerdicts(oid, hand, setHand, undo.keep);
  // Left before its verdicts are stored, a picture is given to nobody who would judge it against them.
  const lockedBy = usePictureLocks(oid, view?.mediaOID ?? null, verdicts.pictures);
  const isOnItsWay = answer.isPlaceholderData || view?.mediaOID !== hand.mediaOID;
  // Until the findings of the next picture are here no key is meant for those of the last one.
  const chosen = isOnItsWay ? undefined : chosenOf(view, hand, verdicts.given);
  // While one is taken back the next one is meant for that box, which is not on screen yet.
  const isAway = isOnItsWay || undo.isPending;
  const judging = useJudge(oid, held, { view, chosen, isOnItsWay: isAway, last: undo.last }, verdicts);
  const ordered = useOrder();
  const reviewed = useReviewed(oid);
  const next = view ? nextUnaudited(view) : null;
  const change = (part: Partial<Draft>): void => {
    if (!isOnItsWay) held.change(part, chosen);
  };
  return {
    answer,
    view,
    classes,
    chosen,
    draft: hand.draft,
    missing: hand.missing,
    /** How the chosen box stands at the server after that refused a verdict on it; null: nothing was refused, or it is being read. */
    standing: hand.isRefused && answer.isSuccess && !answer.isFetching ? (chosen ?? null) : null,
    isDrawing: hand.isDrawing,
    lockedBy,
    ...judging,
    undo: {
      // The last one is not known while another is on its way.
      can: undo.last !== null && verdicts.isIdle,
      run: (): void => {
        if (undo.last !== null && verdicts.isIdle) leave(() => (begin({}), undo.run()));
      },
    },
    /** What was drawn or typed is being saved, or a verdict is being taken back. */
    saving: verdicts.isSaving || undo.isPending,
    /** An order is being made. What else is read anew after a verdict does not keep anybody from it. */
    ordering: ordered.isPending,
    pick: (picked: string) => {
      if (!isOnItsWay) leave(() => begin({ picked }));
    },
    show,
    /** @param isSeen whether the picture is on screen: what was not is not reviewed */
    next: (isSeen: boolean): void => {
      const isNowSeen = isSeen && !isOnItsWay;
      // Where nothing follows nothing is given up: what was agreed to and stayed would not be asked about again.
      if (next === null) {
        if (view && isNowSeen) reviewed(view);
        showToast('info', text('detection.noneLeft'));
      } else
        leave(() => {
          if (view && isNowSeen) reviewed(view);
          begin({ mediaOID: next });
        });
    },
    draw: (wanted: boolean) => {
      if (!wanted) setHand((now) => ({ ...now, isDrawing: false }));
      else if (!isOnItsWay) leave(() => begin({ isDrawing: true }));
    },
    drawn: (box: Box, isOver: boolean) => {
      change({ box });
      if (isOver) setHand((now) => ({ ...now, isDrawing: false }));
    },
    change,
    order: () => ordered.make(chosen),
  };
}
export type Review = ReturnType<typeof useReview>;
