import { z } from 'zod';
import { call } from '../call.ts';
import { historyCall } from '../history.ts';
import {
  byOid,
  countResult,
  deleteRequest,
  done,
  listOf,
  oid,
  optionalText,
  pageShape,
  text,
  recordVersion,
} from '../shape.ts';
import { taskRecord, taskStatuses } from './task.ts';

const readers = ['/TaskManagerNew', '/FlyArrange', '/PortMonitorSee'] as const;
const filters = {
  keyword: optionalText(64).optional(),
  status: z.enum(taskStatuses).optional(),
  mine: z.boolean().optional(),
  sort: z.enum(['-createdAt', 'createdAt', 'name']).optional(),
};

export const taskCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/uavtask/query.rest',
    effect: 'reads',
    summary: 'Tasks of the own department and below',
    permission: readers,
    request: z.object({ ...pageShape, ...filters }),
    response: listOf(taskRecord),
  }),
  queryCount: call({
    method: 'POST',
    path: '/nebula-five/uavtask/queryCount.rest',
    effect: 'reads',
    summary: 'How many tasks match',
    permission: readers,
    request: z.object(filters),
    response: countResult,
  }),
  query4Dep: call({
    method: 'POST',
    path: '/nebula-five/uavtask/query4Dep.rest',
    effect: 'reads',
    summary: 'Tasks of one department and below',
    permission: readers,
    request: z.object({ ...pageShape, ...filters, groupOID: oid }),
    response: listOf(taskRecord),
  }),
  get: call({
    method: 'GET',
    path: '/nebula-five/uavtask/get.rest',
    effect: 'reads',
    summary: 'One task',
    permission: readers,
    request: byOid,
    response: taskRecord,
  }),
  add: call({
    method: 'POST',
    path: '/nebula-five/uavtask/add.rest',
    effect: 'changes',
    audit: 'task.add',
    summary: 'Make a manual task; timed ones follow with the scheduler',
    permission: ['task:edit'],
    request: z.object({ name: text(64), type: z.literal('manual'), remark: optionalText(300).optional() }),
    response: taskRecord,
  }),
  edit: call({
    method: 'POST',
    path: '/nebula-five/uavtask/edit.rest',
    effect: 'changes',
    audit: 'task.edit',
    summary: 'Rename a task or change its remark',
    permission: ['task:edit'],
    request: z.object({
      oid,
      version: recordVersion.optional(),
      name: text(64).optional(),
      remark: optionalText(300).optional(),
    }),
    response: taskRecord,
  }),
  history: historyCall('/nebula-five/uavtask/queryHistory.rest', 'a task', readers),
  remove: call({
    method: 'POST',
    path: '/nebula-five/uavtask/delete.rest',
    effect: 'changes',
    audit: 'task.delete',
    refuses: ['inUse'],
    summary: 'Delete tasks, all or none; refused while one of their flights waits or flies',
    permission: ['task:edit'],
    request: deleteRequest,
    response: done,
  }),
};
