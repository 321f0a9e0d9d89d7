import { routeCalls } from '@eyrie/domain';
import { attachment } from '../../platform/http/attachment.ts';
import { BytesAnswer, serve, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { createRouteImport } from './route.import.ts';
import type { RouteDeps, RouteService } from './route.service.ts';

export function routeEndpoints(routes: RouteService, deps: RouteDeps): Endpoint[] {
  const { runtime, audit } = deps;
  const importKmz = createRouteImport(deps, routes);
  return [
    serve(routeCalls.query, (request, { caller }) => routes.list(caller, request)),
    serve(routeCalls.queryCount, async (request, { caller }) => ({
      count: await routes.count(caller, request),
    })),
    serve(routeCalls.query4Dep, (request, { caller }) => routes.list(caller, request)),
    serve(routeCalls.get, ({ oid }, { caller }) => routes.get(caller, oid)),
    serve(routeCalls.uploadKmz, ({ name, remark, preview }, context) =>
      importKmz(context.file, { name, remark, preview: preview === 'true' }, context),
    ),
    serve(routeCalls.edit, (request, context) => routes.edit(request, context)),
    serve(routeCalls.remove, async ({ oids }, context) => {
      await routes.remove(oids, context);
      return { ok: true as const };
    }),
    serve(routeCalls.download, async ({ oid }, context) => {
      const route = await routes.find(context.caller, oid);
      if (!route) throw notFound();
      const bytes = await routes.fileOf(route);
      await audit.done(runtime.db, context, 'route.download', { oid, checksum: route.checksum });
      return new BytesAnswer(bytes, {
        'content-type': routeCalls.download.bytes ?? 'application/octet-stream',
        'content-length': String(bytes.length),
        'content-disposition': attachment(route.name, 'kmz'),
      });
    }),
  ];
}
