import { taskCalls, taskTemplateCalls, type RequestOf, type TaskSchedule } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/http.ts';

/** The next runs of a schedule that is being typed; what was asked before is not shown for it. */
export const useNextRuns = (schedule: TaskSchedule | null) =>
  useQuery({
    queryKey: ['task', 'nextRuns', schedule],
    queryFn: ({ signal }) =>
      call(taskCalls.nextRuns, { schedule: schedule as TaskSchedule }, { signal, toast: false }),
    enabled: schedule !== null,
  });

type CalendarRequest = RequestOf<typeof taskCalls.calendar>;
/** While runs are still being expanded it is asked for again soon. */
const [calendarSoon, calendarLater] = [2_000, 15_000];

export const useCalendar = (request: CalendarRequest) =>
  useQuery({
    queryKey: ['task', 'calendar', request],
    queryFn: ({ signal }) => call(taskCalls.calendar, request, { signal, toast: false }),
    refetchInterval: ({ state }) => ((state.data?.unexpanded ?? 0) > 0 ? calendarSoon : calendarLater),
  });

export type NewTask = RequestOf<typeof taskCalls.add>;

export const useTaskAdd = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (task: NewTask) => call(taskCalls.add, task, { toast: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['task'] }),
  });
};

/** A task to be changed. */
export const useTask = (oid: string | null) =>
  useQuery({
    queryKey: ['task', 'get', oid],
    queryFn: ({ signal }) => call(taskCalls.get, { oid: oid ?? '' }, { signal }),
    enabled: oid !== null,
    // What is being typed must not be replaced by what comes from elsewhere.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** A template with which a task is begun. */
export const useTaskTemplate = (oid: string) =>
  useQuery({
    queryKey: ['taskTemplate', 'get', oid],
    queryFn: ({ signal }) => call(taskTemplateCalls.get, { oid }, { signal }),
    // What is being typed must not be replaced by what comes from elsewhere.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export type TaskChange = RequestOf<typeof taskCalls.edit>;

export const useTaskEdit = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: TaskChange) => call(taskCalls.edit, change, { toast: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['task'] }),
  });
};

type MovedRun = RequestOf<typeof taskCalls.runConflicts>;

/** Conflicts of a run at another time, by the verdict of the save; null: none is chosen. */
export const useRunConflicts = (moved: MovedRun | null) =>
  useQuery({
    queryKey: ['task', 'runConflicts', moved],
    queryFn: ({ signal }) => call(taskCalls.runConflicts, moved as MovedRun, { signal, toast: false }),
    enabled: moved !== null,
    retry: false,
    staleTime: 5_000,
  });

export const useRunMove = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (moved: RequestOf<typeof taskCalls.moveRun>) =>
      call(taskCalls.moveRun, moved, { toast: false }),
    // Also where it was refused: then something is another than it was shown.
    onSettled: () => client.invalidateQueries({ queryKey: ['task'] }),
  });
};

export const useRunRestore = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (run: RequestOf<typeof taskCalls.restoreRun>) =>
      call(taskCalls.restoreRun, run, { toast: false }),
    onSettled: () => client.invalidateQueries({ queryKey: ['task'] }),
  });
};

/** What becomes of a run that was missed. */
export const useRunChoice = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (chosen: RequestOf<typeof taskCalls.chooseRun>) =>
      call(taskCalls.chooseRun, chosen, { toast: false }),
    onSettled: () => client.invalidateQueries({ queryKey: ['task'] }),
  });
};

export const useChoiceWithdrawal = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (run: RequestOf<typeof taskCalls.withdrawChoice>) =>
      call(taskCalls.withdrawChoice, run, { toast: false }),
    onSettled: () => client.invalidateQueries({ queryKey: ['task'] }),
  });
};

export const useTaskLater = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (later: RequestOf<typeof taskCalls.changeLater>) =>
      call(taskCalls.changeLater, later, { toast: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['task'] }),
  });
};
