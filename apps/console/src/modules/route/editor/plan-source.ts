import { routeTemplateCalls, routeTypes, type RoutePlan } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import {
  aircraft,
  chooseAircraft,
  freshPlan,
  missingParts,
  planMovedTo,
  planOfView,
  seenViewOf,
  textOfView,
  viewOfText,
  type PhotoView,
} from '@eyrie/planner';
import { call } from '../../../platform/http.ts';
import { placeOf } from './numbers.ts';

/** What a new route begins with. */
export interface PlanSource {
  /** Drafts of it are kept under this. */
  readonly key: string;
  /** @throws what keeps it from being read */
  readonly plan: () => Promise<RoutePlan>;
}

/** Address of a new route that begins with a template. @param at where its first place lies; null: where it was drawn */
export const templateAddress = (oid: string, kind: RoutePlan['type'], at: Place | null): string => {
  const query = new URLSearchParams({ plan: 'new', kind, template: oid });
  if (at) query.set('at', `${at.lng}, ${at.lat}`);
  return `/RoutePlanning?${query.toString()}`;
};

/** Address of a new route to what a photo or a finding shows. What is missing of the view is asked for there. */
export const viewAddress = (view: PhotoView): string =>
  `/RoutePlanning?${new URLSearchParams({ plan: 'new', kind: 'waypoint', view: textOfView(view) }).toString()}`;

const templated = async (oid: string, at: Place | null): Promise<RoutePlan> => {
  const { plan } = await call(routeTemplateCalls.get, { oid });
  return at ? planMovedTo(plan, at) : plan;
};

/** Photos name aircraft shorter than lists do: `M3TD`. */
const shortName = (name: string): string => name.replace(/^(?:Matrice|Mavic) /, 'M').replace(/ RTK$/, '');

const planTo = (view: PhotoView): RoutePlan => {
  const seen = seenViewOf(view);
  const plan = seen ? planOfView(seen) : freshPlan('waypoint');
  const flown = aircraft.find(({ name }) => name === view.model || shortName(name) === view.model);
  return flown ? chooseAircraft(plan, flown.key) : plan;
};

/** What an address asks for a new route to begin with. */
export const sourceOf = (
  query: URLSearchParams,
): { kind: RoutePlan['type']; source: PlanSource | null; ask: PhotoView | null } => {
  const kind = routeTypes.find((one) => one === query.get('kind')) ?? 'waypoint';
  const template = query.get('template');
  if (template !== null)
    return {
      kind,
      source: {
        key: `template.${template}`,
        plan: () => templated(template, placeOf(query.get('at') ?? '')),
      },
      ask: null,
    };
  const written = query.get('view');
  if (written === null) return { kind, source: null, ask: null };
  const view = viewOfText(written);
  if (missingParts(view).length > 0) return { kind, source: null, ask: view };
  return { kind, source: { key: `view.${written}`, plan: async () => planTo(view) }, ask: null };
};
