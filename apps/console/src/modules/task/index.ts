export { PauseForm } from './pause-form.tsx';
export { ScheduleForm } from './schedule-form.tsx';
export {
  draftOf,
  firstSchedule,
  scheduleOf,
  type ScheduleDraft,
  type ScheduleFaults,
} from './schedule-draft.ts';
export { TaskCalendar } from './task-calendar.tsx';
export { calendarViews, isDate, type CalendarView } from './calendar-span.ts';
export { TaskRuns } from './task-runs.tsx';
export {
  useTask,
  useTaskAdd,
  useTaskEdit,
  useTaskLater,
  type NewTask,
  type TaskChange,
} from './task.queries.ts';
