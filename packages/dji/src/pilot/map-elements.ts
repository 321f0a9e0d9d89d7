import { regionGeometry, regionShape, type PilotRegion, type RegionGeometry } from '@eyrie/domain';
import { z } from 'zod';
import { queryFlag, workspace } from './query.ts';

/** Kinds of element on the wire. */
const kinds: Readonly<Record<RegionGeometry['type'], number>> = { Point: 0, LineString: 1, Polygon: 2 };

const content = z.object({
  type: z.literal('Feature').default('Feature'),
  properties: z.object({ color: regionShape.color, clampToGround: z.boolean().default(false) }),
  geometry: regionGeometry,
});
type Content = z.output<typeof content>;

const drawn = (name: string, { properties, geometry }: Content) => ({
  name,
  geometry,
  color: properties.color,
  onGround: properties.clampToGround,
});

export const regionsAsked = z
  .object({ ...workspace, group_id: z.uuid().optional(), is_distributed: queryFlag.default(true) })
  .transform(({ w, group_id: groupOID = null, is_distributed: shared }) => ({ w, groupOID, shared }));

export const regionAdded = z
  .object({
    ...workspace,
    /** The layer. */
    g: z.uuid(),
    id: z.uuid(),
    name: regionShape.name,
    resource: z.object({ type: z.number().int().min(0).max(2).optional(), content }),
  })
  .refine(({ resource: { type, content: one } }) => type === undefined || type === kinds[one.geometry.type], {
    path: ['resource', 'type'],
  })
  .transform(({ w, g, id, name, resource }) => ({
    w,
    groupOID: g,
    region: { oid: id, ...drawn(name, resource.content) },
  }));

export const regionEdited = z
  .object({ ...workspace, id: z.uuid(), name: regionShape.name, content })
  .transform(({ w, id, name, content: one }) => ({ w, oid: id, changes: drawn(name, one) }));

/** A layer: `shared` is the one that controllers draw into. */
export interface RegionGroup {
  oid: string;
  name: string;
  own: boolean;
  mayEdit: boolean;
  regions: readonly PilotRegion[];
}

const element = z.object({
  id: z.string(),
  name: z.string(),
  create_time: z.number().int(),
  update_time: z.number().int(),
  resource: z.object({
    type: z.number().int(),
    user_name: z.string(),
    content: z.object({
      type: z.literal('Feature'),
      properties: z.object({ color: z.string(), clampToGround: z.boolean() }),
      geometry: regionGeometry,
    }),
  }),
});

export const groupsAnswered = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    type: z.number().int(),
    is_lock: z.boolean(),
    elements: z.array(element),
  }),
);
export const idAnswered = z.object({ id: z.string() });

export const toElement = (region: PilotRegion): z.input<typeof element> => ({
  id: region.oid,
  name: region.name,
  create_time: region.createdAt,
  update_time: region.updatedAt,
  resource: {
    type: kinds[region.geometry.type],
    user_name: region.createdBy,
    content: {
      type: 'Feature',
      properties: { color: region.color, clampToGround: region.onGround },
      geometry: region.geometry,
    },
  },
});

/** 0: a layer of its own; 2: the layer that the app shares. Without one of these it sends us no changes. */
export const toElementGroup = ({ oid, name, own, mayEdit, regions }: RegionGroup) => ({
  id: oid,
  name,
  type: own ? 2 : 0,
  is_lock: !mayEdit,
  elements: regions.map(toElement),
});
