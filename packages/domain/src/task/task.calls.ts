import { z } from 'zod';
import { listCalls, restoreCall } from '../list-calls.ts';
import { optionalText, text } from '../shape.ts';
import { taskRecord, taskStatuses } from './task.ts';

const remark = optionalText(300).optional();

const listed = {
  path: '/nebula-five/uavtask',
  word: 'task',
  many: 'Tasks',
  one: 'a task',
  readers: ['/TaskManagerNew', '/FlyArrange', '/PortMonitorSee'],
  writers: ['task:edit'],
} as const;

const ordinary = listCalls({
  ...listed,
  record: taskRecord,
  filters: {
    keyword: optionalText(64).optional(),
    status: z.enum(taskStatuses).optional(),
    mine: z.boolean().optional(),
    sort: z.enum(['-createdAt', 'createdAt', 'name']).optional(),
  },
  add: { name: text(64), type: z.literal('manual'), remark },
  edit: { name: text(64).optional(), remark },
  // While one of their flights waits or flies.
  removalRefuses: ['inUse'],
});
export const taskCalls = { ...ordinary, restore: restoreCall(listed) };
