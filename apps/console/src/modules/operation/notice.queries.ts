import { noticeCalls, type RequestOf } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** As the strip above the page asks too: what changes is asked for in both places. */
const key = 'notice';

const useChanged = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [key] });
};

export const useNoticeAdd = () => {
  const changed = useChanged();
  return useMutation({
    mutationFn: (request: RequestOf<typeof noticeCalls.add>) =>
      call(noticeCalls.add, request, { toast: false }),
    onSuccess: changed,
  });
};
export const useNoticeAddForAll = () => {
  const changed = useChanged();
  return useMutation({
    mutationFn: (request: RequestOf<typeof noticeCalls.addForAll>) =>
      call(noticeCalls.addForAll, request, { toast: false }),
    onSuccess: changed,
  });
};
export const useNoticeEdit = () => {
  const changed = useChanged();
  return useMutation({
    mutationFn: (request: RequestOf<typeof noticeCalls.edit>) =>
      call(noticeCalls.edit, request, { toast: false }),
    onSuccess: changed,
  });
};
