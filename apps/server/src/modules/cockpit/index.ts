import { screenLayoutCalls, displayCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import { createLayouts } from './layout.service.ts';
import { viewersPage } from './viewer.store.ts';
import { createDisplays, type DisplayDeps } from './display.service.ts';

export { showsPictures } from './layout.service.ts';

/** Screens on walls, as they sign in. */
export function cockpitEndpoints(deps: DisplayDeps): readonly Endpoint[] {
  const screens = createDisplays(deps);
  const layouts = createLayouts(deps);
  return [
    serve(screenLayoutCalls.get, (request, context) => layouts.get(request, context)),
    serve(screenLayoutCalls.save, (request, context) => layouts.save(request, context)),
    serve(screenLayoutCalls.reset, (request, context) => layouts.reset(request, context)),
    serve(displayCalls.begin, (_, { address }) => screens.begin(address)),
    serve(displayCalls.open, ({ token }, context) => screens.open(token, context)),
    serve(displayCalls.query, (request, context) => screens.query(request, context)),
    serve(displayCalls.viewers, async ({ pageNum, pageSize, keyword }, { caller }) => {
      const page = { pageNum, pageSize };
      return { ...(await viewersPage(deps.runtime.db, caller, { keyword, ...page })), ...page };
    }),
    serve(displayCalls.pair, (request, context) => screens.pair(request, context)),
    serve(displayCalls.remove, async ({ oids }, context) => {
      await screens.remove(oids, context);
      return { ok: true as const };
    }),
  ];
}
