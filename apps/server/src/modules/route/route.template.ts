import {
  routeTemplateCalls,
  routeTemplateFields,
  type ParsedRequestOf,
  type RouteTemplate,
} from '@eyrie/domain';
import { templateOf } from '@eyrie/planner';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { allowedWords, createList, firstValues, serveList, type Viewer } from '../../platform/list/index.ts';
import type { RouteDeps } from './route.deps.ts';
import { routeTemplateList, routeTemplates, type StoredRouteTemplate } from './route-template.store.ts';

type Add = ParsedRequestOf<typeof routeTemplateCalls.add>;
type Edit = ParsedRequestOf<typeof routeTemplateCalls.edit>;

const { get, edit, remove } = routeTemplateCalls;
const present = (row: StoredRouteTemplate, { caller }: Viewer): RouteTemplate => ({
  ...row,
  allowed: allowedWords(caller.resources, [get, edit, remove]),
});

/** Plans from which routes are begun. What is kept of a plan is decided here, whatever a browser sends along. */
export function routeTemplateEndpoints(deps: RouteDeps): Endpoint[] {
  const { db } = deps.runtime;
  const list = createList<typeof routeTemplateList, RouteTemplate, Add, Edit>(
    {
      list: routeTemplateList,
      word: 'routeTemplate',
      present: (rows, viewer) => rows.map((row) => present(row, viewer)),
      async make(trx, { groupOID, placed, plan, ...given }, { caller }, createdAt) {
        if (groupOID) await deps.department.requireVisible(caller, groupOID);
        const of = groupOID ?? caller.groupOID;
        await deps.department.holdStanding(trx, [of]);
        return {
          values: {
            groupRoot: caller.groupRoot,
            groupOID: of,
            ...firstValues(routeTemplateFields, given),
            type: plan.type,
            placed,
            plan: templateOf(plan, { placed }),
            createdByOID: caller.memberOID,
            createdAt,
          },
          detail: { name: given.name, type: plan.type, placed },
        };
      },
      removed: (rows) => ({ routeTemplates: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );
  return serveList(routeTemplateCalls, list, {
    async get({ oid }, context) {
      const found = await routeTemplates.detail(db, context, oid);
      if (!found) throw notFound();
      const { plan, ...row } = found;
      return { ...present(row, context), plan };
    },
  });
}
