export { TaskTable } from './task-table.tsx';
export { useTaskRemove, useTasks, type TaskFilters } from './task.queries.ts';
