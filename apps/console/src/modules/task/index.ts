export { PauseForm } from './pause-form.tsx';
export { ScheduleForm } from './schedule-form.tsx';
export {
  draftOf,
  firstSchedule,
  scheduleOf,
  type ScheduleDraft,
  type ScheduleFaults,
} from './schedule-draft.ts';
export { TaskRuns } from './task-runs.tsx';
export { useTask, useTaskAdd, useTaskEdit } from './task.queries.ts';
