import { arrangementCalls, displayCalls } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import { createArrangements } from './arrangement.service.ts';
import { createDisplays, type DisplayDeps } from './display.service.ts';

/** Screens on walls, as they sign in. */
export function cockpitEndpoints(deps: DisplayDeps): readonly Endpoint[] {
  const screens = createDisplays(deps);
  const arrangements = createArrangements(deps);
  return [
    serve(arrangementCalls.get, (request, context) => arrangements.get(request, context)),
    serve(arrangementCalls.save, (request, context) => arrangements.save(request, context)),
    serve(arrangementCalls.reset, (request, context) => arrangements.reset(request, context)),
    serve(displayCalls.begin, (_, { address }) => screens.begin(address)),
    serve(displayCalls.open, ({ token }, context) => screens.open(token, context)),
    serve(displayCalls.query, (request, context) => screens.query(request, context)),
    serve(displayCalls.pair, (request, context) => screens.pair(request, context)),
    serve(displayCalls.remove, async ({ oids }, context) => {
      await screens.remove(oids, context);
      return { ok: true as const };
    }),
  ];
}
