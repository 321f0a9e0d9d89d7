import { pilotFilePath } from '@eyrie/domain';
import {
  favouritesAsked,
  inWorkspaceById,
  namesAnswered,
  namesAsked,
  routesAnswered,
  routesAsked,
  routeUploaded,
  toRouteItem,
} from '@eyrie/dji/pilot';
import { invalidField } from '../../platform/http/refusal.ts';
import { prefixOf } from '../media/index.ts';
import type { RouteLibrary } from '../route/index.ts';
import { Elsewhere, servePilot, type PilotCall } from './pilot-calls.ts';
import type { PilotCredentials } from './pilot-credentials.ts';

export interface PilotRouteDeps {
  library: RouteLibrary;
  credentials: PilotCredentials;
}

/** Routes of the organisation, in the app's own library. */
export const pilotRoutes = ({ library, credentials }: PilotRouteDeps): PilotCall[] => [
  servePilot(
    'routes',
    routesAsked,
    async (asked, context) => {
      const { list, total } = asked.none ? { list: [], total: 0 } : await library.page(context, asked);
      return {
        list: list.map((route) => toRouteItem({ ...route, updatedAt: route.createdAt })),
        pagination: { page: asked.pageNum, page_size: asked.pageSize, total },
      };
    },
    routesAnswered,
  ),
  servePilot('routeFile', inWorkspaceById, async ({ id }, context) => {
    await library.announceFile(context, id);
    const { token } = await credentials.forFile(context.pilot, id);
    return new Elsewhere(`${pilotFilePath}?key=${encodeURIComponent(token)}`);
  }),
  servePilot(
    'takenNames',
    namesAsked,
    ({ names }, context) => library.takenNames(context, names),
    namesAnswered,
  ),
  servePilot('favour', favouritesAsked, async ({ oids }, context) => {
    await library.mark(context, oids, true);
    return {};
  }),
  servePilot('disfavour', favouritesAsked, async ({ oids }, context) => {
    await library.mark(context, oids, false);
    return {};
  }),
  servePilot('routeUploaded', routeUploaded, async ({ name, objectKey }, context) => {
    // A pilot may name what the own controller has stored, and nothing else.
    if (!objectKey.startsWith(prefixOf(context.pilot.controller.oid)))
      throw invalidField('object_key', 'format');
    await library.importObject(name, objectKey, context);
    return {};
  }),
];
