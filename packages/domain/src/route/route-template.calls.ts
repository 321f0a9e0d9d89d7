import { z } from 'zod';
import { call } from '../call.ts';
import { addOf, editOf, recordOf } from '../fields.ts';
import { limits } from '../limits.ts';
import { listCalls, restoreCall } from '../list-calls.ts';
import { byOid, oid, optionalText, recordVersion, sentInstant } from '../shape.ts';
import { routePlan } from './route-plan.ts';
import { routeTemplateFields } from './route-template.fields.ts';
import { routeTypes } from './route.ts';

/** A plan from which routes are begun. */
export const routeTemplate = z.object({
  oid,
  groupOID: oid,
  groupName: z.string(),
  ...recordOf(routeTemplateFields),
  type: z.enum(routeTypes),
  /** It has places: points, outlines, take-off. Without them it has settings and actions alone. */
  placed: z.boolean(),
  createdBy: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type RouteTemplate = z.output<typeof routeTemplate>;
export const routeTemplateDetail = routeTemplate.extend({ plan: routePlan });
export type RouteTemplateDetail = z.output<typeof routeTemplateDetail>;

const place = {
  path: '/nebula-five/uavroute/template',
  word: 'routeTemplate',
  many: 'Templates of routes',
  one: 'a template of a route',
  writers: ['route:edit'],
} as const;
const named = addOf(routeTemplateFields);
const readers = ['/RoutePlanning'] as const;

/** Templates of routes: kept plans that are no routes, of one department and those below it. */
export const routeTemplateCalls = {
  ...listCalls({
    ...place,
    readers,
    record: routeTemplate,
    filters: {
      keyword: optionalText(64).optional(),
      type: z.enum(routeTypes).optional(),
      sort: z.enum(['name', '-createdAt', 'createdAt']).optional(),
    },
    add: named,
    edit: editOf(routeTemplateFields),
  }),
  get: call({
    method: 'GET',
    path: `${place.path}/get.rest`,
    effect: 'reads',
    summary: 'A template with its plan',
    permission: readers,
    request: byOid,
    response: routeTemplateDetail,
  }),
  add: call({
    method: 'POST',
    path: `${place.path}/add.rest`,
    effect: 'changes',
    audit: `${place.word}.add`,
    summary: 'Keep a plan as a template: settings and actions, with `placed` also its places',
    permission: place.writers,
    arrival: { maxBytes: limits.route.plan.bytes },
    request: z.object({ ...named, groupOID: oid.optional(), placed: z.boolean(), plan: routePlan }),
    response: routeTemplate,
  }),
  restore: restoreCall(place),
};
