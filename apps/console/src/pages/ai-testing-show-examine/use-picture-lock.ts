import { detectionCalls, limits, type PictureLock } from '@eyrie/domain';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../platform/http.ts';
import { callWhileLeaving } from '../../platform/parting.ts';
import { useAllowed } from '../../platform/session.ts';
import { onceStored } from './use-verdicts.ts';

type Holder = NonNullable<PictureLock['holder']>;

/**
 * Keeps the shown picture for this reviewer while it is shown, and others until their verdicts are stored.
 * @param shown the picture on screen; null: none yet
 * @param waiting pictures with verdicts on their way
 * @returns who else has the shown one; null: nobody
 */
export const usePictureLocks = (
  detectionOID: string,
  shown: string | null,
  waiting: readonly string[],
): Holder | null => {
  const client = useQueryClient();
  const audits = useAllowed('detection:audit');
  const wanted = audits ? [...new Set([...(shown === null ? [] : [shown]), ...waiting])] : [];
  const answers = useQueries({
    queries: wanted.map((mediaOID) => ({
      queryKey: ['pictureLock', detectionOID, mediaOID],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(detectionCalls.lockPicture, { detectionOID, mediaOID }, { signal, toast: false }),
      // Whoever waits for it has it as soon as it is free.
      refetchInterval: limits.detection.lockRenew,
      refetchIntervalInBackground: true,
      gcTime: 0,
    })),
  });
  const kept = useRef<readonly string[]>([]);
  const names = wanted.join(' ');
  useEffect(() => {
    const now = names === '' ? [] : names.split(' ');
    for (const mediaOID of kept.current)
      if (!now.includes(mediaOID)) callWhileLeaving(detectionCalls.unlockPicture, { detectionOID, mediaOID });
    kept.current = now;
  }, [detectionOID, names]);
  useEffect(
    () => () => {
      for (const mediaOID of kept.current)
        onceStored(client, { detectionOID, mediaOID }, () =>
          callWhileLeaving(detectionCalls.unlockPicture, { detectionOID, mediaOID }),
        );
      kept.current = [];
    },
    [client, detectionOID],
  );
  const holder = shown === null ? null : (answers[wanted.indexOf(shown)]?.data?.holder ?? null);
  return holder === null || holder.own ? null : holder;
};
