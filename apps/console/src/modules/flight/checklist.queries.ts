import { checklistCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

const key = 'checklist';

export const useChecklist = (flightOID: string) =>
  useQuery({
    queryKey: [key, flightOID],
    queryFn: ({ signal }) => call(checklistCalls.get, { oid: flightOID }, { signal, toast: false }),
  });

export const useChecklistAnswer = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answered: RequestOf<typeof checklistCalls.answer>) =>
      call(checklistCalls.answer, answered, { toast: false }),
    // Also where it was refused: the questions are others now.
    onSettled: () =>
      Promise.all([key, 'flight'].map((word) => client.invalidateQueries({ queryKey: [word] }))),
  });
};
