import { detectionCalls, limits, type PictureLock } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/http.ts';
import { callWhileLeaving } from '../../platform/parting.ts';
import { useAllowed } from '../../platform/session.ts';

/** Keeps the shown picture for this reviewer while it is shown. @returns who else has it; null: nobody */
export const usePictureLock = (
  detectionOID: string,
  mediaOID: string | null,
): NonNullable<PictureLock['holder']> | null => {
  const audits = useAllowed('detection:audit');
  const keeps = audits && mediaOID !== null;
  const { data } = useQuery({
    queryKey: ['pictureLock', detectionOID, mediaOID],
    queryFn: ({ signal }) =>
      call(detectionCalls.lockPicture, { detectionOID, mediaOID: mediaOID ?? '' }, { signal, toast: false }),
    enabled: keeps,
    // Whoever waits for it has it as soon as it is free.
    refetchInterval: limits.detection.lockRenew,
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
  useEffect(() => {
    if (!keeps) return undefined;
    return () => callWhileLeaving(detectionCalls.unlockPicture, { detectionOID, mediaOID });
  }, [keeps, detectionOID, mediaOID]);
  const holder = data?.holder ?? null;
  return holder === null || holder.own ? null : holder;
};
