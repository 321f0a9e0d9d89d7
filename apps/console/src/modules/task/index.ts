export { RunState } from './run-state.tsx';
export { BusyField, busyDraftOf, busyOf, type BusyDraft } from './busy-field.tsx';
export { conditionDraftOf, conditionOf, mostMinutesOf, type ConditionDraft } from './condition-draft.ts';
export { ConditionField } from './condition-field.tsx';
export { PauseForm } from './pause-form.tsx';
export { TaskRemark } from './remark-field.tsx';
export { scheduleText } from './schedule-text.ts';
export { ScheduleForm } from './schedule-form.tsx';
export {
  copiedDraft,
  draftOf,
  firstSchedule,
  scheduleOf,
  type ScheduleDraft,
  type ScheduleFaults,
} from './schedule-draft.ts';
export { TaskCalendar } from './task-calendar.tsx';
export { calendarViews, isDate, type CalendarView } from './calendar-span.ts';
export { SaveTaskTemplate, type KeptTask } from './save-template.tsx';
export { workDaysDialog } from './work-days.tsx';
export { TaskTemplates } from './template-list.tsx';
export { TaskRuns } from './task-runs.tsx';
export {
  useTask,
  useTaskAdd,
  useTaskEdit,
  useTaskLater,
  useTaskTemplate,
  type NewTask,
  type TaskChange,
} from './task.queries.ts';
