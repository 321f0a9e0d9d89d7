import { detectionCalls } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';
import { useAllowed } from '../../platform/session.ts';
import { withReviewed, type View } from './review-verdict.ts';
import { viewKey } from './use-verdicts.ts';

/** Keeps that this member has reviewed a picture, from which they go on without a verdict. */
export const useReviewed = (detectionOID: string): ((view: View) => void) => {
  const client = useQueryClient();
  const audits = useAllowed('detection:audit');
  const { mutate } = useMutation({
    mutationFn: (mediaOID: string) => call(detectionCalls.reviewPicture, { detectionOID, mediaOID }),
    onSuccess: (_kept, mediaOID) => {
      client.setQueriesData<View>({ queryKey: viewKey(detectionOID) }, (view) =>
        view ? withReviewed(view, mediaOID) : view,
      );
    },
  });
  return ({ pictures, mediaOID }) => {
    const isNew = pictures.some((one) => one.mediaOID === mediaOID && one.reviewed === false);
    if (audits && isNew && mediaOID !== null) mutate(mediaOID);
  };
};
