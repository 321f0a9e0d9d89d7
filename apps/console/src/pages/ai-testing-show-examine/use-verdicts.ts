import { CallRefused } from '@eyrie/client';
import { detectionCalls, type OutcomeRecord, type Verdict } from '@eyrie/domain';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, showFailure } from '../../platform/http.ts';
import { useHeldWindow } from '../../platform/leaving.ts';
import { handAfter, isStillAt, type GivenVerdict, type Hand } from './review-hand.ts';
import { nextUnaudited, withVerdict, type Judging, type View } from './review-verdict.ts';

/** A verdict on its way. It names its box, so that it is given to no other however the picture changes meanwhile. */
interface Sent extends GivenVerdict {
  request: Judging;
  before: Verdict | null | undefined;
}

/** Of a run the view of a picture, or all views. */
export const viewKey = (detectionOID: string, mediaOID?: string | null): readonly unknown[] => [
  'detection',
  'view',
  detectionOID,
  ...(mediaOID === undefined ? [] : [mediaOID]),
];

const sendingKey = (detectionOID: string): readonly unknown[] => ['detection', 'verdict', detectionOID];

/** Runs something once no verdict on a picture is on its way, also after the review itself was left. */
export const onceStored = (
  client: QueryClient,
  { detectionOID, mediaOID }: { detectionOID: string; mediaOID: string },
  run: () => void,
): void => {
  const cache = client.getMutationCache();
  const isOnItsWay = (): boolean =>
    cache
      .findAll({ mutationKey: sendingKey(detectionOID), status: 'pending' })
      .some(({ state }) => (state.variables as Sent | undefined)?.mediaOID === mediaOID);
  if (!isOnItsWay()) {
    run();
    return;
  }
  const stop = cache.subscribe(() => {
    if (isOnItsWay()) return;
    stop();
    run();
  });
};

/**
 * Sends verdicts, one after the other. The next box, or the next picture, is there as soon as one is stored, while the rest is read
 * anew behind it. What is refused stands beside the box, and what was typed stays.
 */
export const useVerdicts = (
  detectionOID: string,
  hand: Hand,
  change: (next: (now: Hand) => Hand) => void,
  keep: (outcome: OutcomeRecord) => void,
) => {
  const client = useQueryClient();
  const [sent, setSent] = useState<readonly Sent[]>([]);
  // Those that wait for their turn would go with the window; another page of it does not end them.
  useHeldWindow(sent.length > 0);
  // Null: the review was left, and only a message at the side can still say that something was refused.
  const latest = useRef<Hand | null>(null);
  useEffect(() => {
    latest.current = hand;
    return () => {
      latest.current = null;
    };
  }, [hand]);
  const { mutate } = useMutation({
    mutationKey: sendingKey(detectionOID),
    scope: { id: `verdicts ${detectionOID}` },
    mutationFn: ({ request }: Sent) => call(detectionCalls.auditOutcome, request, { toast: false }),
    onSuccess: (outcome, given) => {
      client.setQueriesData<View>({ queryKey: viewKey(detectionOID) }, (view) =>
        view ? withVerdict(view, outcome, given.before) : view,
      );
      keep(outcome);
      const view = client.getQueryData<View>(viewKey(detectionOID, given.mediaOID));
      const left = view?.outcomes.some(({ verdict }) => verdict === null) ?? true;
      const following = view && !left ? nextUnaudited(view) : null;
      change((now) => handAfter(now, given, outcome, { left, following }));
    },
    onError: (error, given) => {
      const now = latest.current;
      const isInHand = now?.mediaOID === given.mediaOID && isStillAt(now, given);
      if (!isInHand || !(error instanceof CallRefused)) showFailure(error);
      else
        change((before) => ({
          ...before,
          ...(given.isPlain ? { picked: given.oid ?? null } : {}),
          missing: error.message,
          isRefused: true,
        }));
      // Who has the picture instead is shown now, and not when the lock is next renewed.
      if (error instanceof CallRefused && error.reason === 'pictureLocked')
        void client.invalidateQueries({ queryKey: ['pictureLock', detectionOID] });
    },
    onSettled: (_outcome, _error, given) => {
      setSent((before) => before.filter((one) => one !== given));
      void client.invalidateQueries({ queryKey: ['detection'] });
    },
  });
  return {
    /** Boxes whose verdicts are on their way. */
    given: sent.flatMap(({ oid }) => oid ?? []),
    /** What was drawn or typed is on its way. */
    isSaving: sent.some(({ isPlain }) => !isPlain),
    /** Pictures with verdicts on their way. */
    pictures: [...new Set(sent.map(({ mediaOID }) => mediaOID))],
    isIdle: sent.length === 0,
    send: (one: Sent): void => {
      setSent((before) => [...before, one]);
      mutate(one);
    },
  };
};
