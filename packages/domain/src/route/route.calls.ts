import { z } from 'zod';
import { call } from '../call.ts';
import { historyCall } from '../history.ts';
import { restoreCall } from '../list-calls.ts';
import { limits } from '../limits.ts';
import { byOid, countResult, deleteRequest, done, listOf, oid, optionalText, pageShape } from '../shape.ts';
import { planCalls } from './calls-of-plan.ts';
import { routeTableCalls } from './calls-of-tables.ts';
import { fileRefusals } from './route.room.ts';
import { routeDetail, routeRecord, routeTypes } from './route.ts';

const readers = ['/RoutePlanning', '/FlyArrange', '/TaskManagerNew', '/PortMonitorSee'] as const;
const filters = {
  keyword: optionalText(64).optional(),
  type: z.enum(routeTypes).optional(),
  sort: z.enum(['name', '-createdAt', 'createdAt', 'length', '-length']).optional(),
};

export const routeFileType = 'application/vnd.google-earth.kmz';

export const routeCalls = {
  ...planCalls('/nebula-five/uavroute'),
  ...routeTableCalls('/nebula-five/uavroute', '/nebula-five/uavapp'),
  query: call({
    method: 'POST',
    path: '/nebula-five/uavroute/query.rest',
    effect: 'reads',
    summary: 'Routes of the own department and below',
    permission: readers,
    request: z.object({ ...pageShape, ...filters }),
    response: listOf(routeRecord),
  }),
  queryCount: call({
    method: 'POST',
    path: '/nebula-five/uavroute/queryCount.rest',
    effect: 'reads',
    summary: 'How many routes match',
    permission: readers,
    request: z.object(filters),
    response: countResult,
  }),
  query4Dep: call({
    method: 'POST',
    path: '/nebula-five/uavroute/query4Dep.rest',
    effect: 'reads',
    summary: 'Routes of one department and below',
    permission: readers,
    request: z.object({ ...pageShape, ...filters, groupOID: oid }),
    response: listOf(routeRecord),
  }),
  get: call({
    method: 'GET',
    path: '/nebula-five/uavroute/get.rest',
    effect: 'reads',
    summary: 'One route with its waypoints',
    permission: readers,
    request: byOid,
    response: routeDetail,
  }),
  uploadKmz: call({
    method: 'POST',
    path: '/nebula-five/uavroute/uploadKmz.rest',
    effect: 'changes',
    audit: 'route.import',
    refuses: [...fileRefusals, 'tooManyRequests'],
    summary: 'Import a DJI waypoint KMZ; with preview=true nothing is stored',
    permission: ['route:edit'],
    upload: { maxBytes: limits.route.kmzBytes },
    request: z.object({
      name: optionalText(64).optional(),
      remark: optionalText(300).optional(),
      preview: z.enum(['true', 'false']).optional(),
    }),
    response: routeDetail.partial({ oid: true }),
  }),
  history: historyCall('/nebula-five/uavroute/queryHistory.rest', 'a route', readers),
  remove: call({
    method: 'POST',
    path: '/nebula-five/uavroute/delete.rest',
    effect: 'changes',
    audit: 'route.delete',
    refuses: ['inUse'],
    summary: 'Delete routes, all or none; refused while a waiting flight uses one',
    permission: ['route:edit'],
    request: deleteRequest,
    response: done,
  }),
  restore: restoreCall({
    path: '/nebula-five/uavroute',
    word: 'route',
    many: 'Routes',
    writers: ['route:edit'],
  }),
  download: call({
    method: 'GET',
    path: '/nebula-five/uavroute/downloadKmz.rest',
    effect: 'reads',
    audit: 'route.download',
    refuses: ['routeChanged'],
    summary: 'The route file as it was imported',
    permission: readers,
    request: byOid,
    response: z.unknown(),
    bytes: routeFileType,
  }),
};
