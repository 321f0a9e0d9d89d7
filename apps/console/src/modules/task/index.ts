export { PauseForm } from './pause-form.tsx';
export { ScheduleForm } from './schedule-form.tsx';
export { firstSchedule, scheduleOf, type ScheduleDraft, type ScheduleFaults } from './schedule-draft.ts';
export { TaskRuns } from './task-runs.tsx';
export { useTaskAdd } from './task.queries.ts';
