import { taskCalls, type RequestOf } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

export type TaskFilters = RequestOf<typeof taskCalls.query>;

export const useTasks = (filters: TaskFilters) =>
  useQuery({
    queryKey: ['task', 'query', filters],
    queryFn: ({ signal }) => call(taskCalls.query, filters, { signal }),
    placeholderData: keepPreviousData,
  });

export const useTaskRemove = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (oids: string[]) => call(taskCalls.remove, { oids }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['task'] }),
  });
};
