import { limits, mostWhole, objectKey, rawText, text } from '@eyrie/domain';
import { z } from 'zod';
import { deviceModels } from '../models.ts';
import { queryFlag, queryNumber, repeated, workspace } from './query.ts';

const modelKeys = repeated(z.string().regex(/^\d{1,3}-\d{1,6}-\d{1,6}$/), limits.pilot.listMost);
const name = text(255);

/** Templates of routes by their number on the wire. */
const templates = { 0: 'waypoint', 1: 'mapping2d', 2: 'mapping3d', 4: 'mappingStrip' } as const;
const templateOf: Readonly<Record<string, keyof typeof templates>> = {
  waypoint: 0,
  poi: 0,
  waypointMapping: 0,
  regional: 1,
  regionalMapping: 1,
};

/** What of a route may be sorted by. */
const orders = ['name', 'update_time', 'create_time'] as const;

/** Query of the list: plural for aircraft, singular for payloads, both lists. */
export const routesAsked = z
  .object({
    ...workspace,
    page: queryNumber(1, 100_000),
    page_size: queryNumber(10, limits.pilot.pageMost),
    order_by: z
      .string()
      .trim()
      .regex(new RegExp(`^(${orders.join('|')})( (asc|desc))?$`))
      .default('update_time desc'),
    favorited: queryFlag.optional(),
    template_type: repeated(z.string().regex(/^\d$/).transform(Number), 10),
    /** 1: only routes of precise re-shooting, which we have none of. */
    action_type: z.enum(['0', '1']).optional(),
    drone_model_keys: modelKeys,
    payload_model_key: modelKeys,
    key: rawText(64).optional(),
  })
  .transform((asked) => {
    const [by = 'update_time', direction = 'asc'] = asked.order_by.split(' ');
    const wanted = asked.template_type;
    return {
      w: asked.w,
      pageNum: asked.page,
      pageSize: asked.page_size,
      order: {
        by: by === 'name' ? ('name' as const) : ('createdAt' as const),
        descending: direction === 'desc',
      },
      favourite: asked.favorited ?? null,
      keyword: asked.key ?? '',
      /** Types of route; null: any. */
      types:
        wanted.length === 0
          ? null
          : Object.keys(templateOf).filter((one) => wanted.includes(Number(templateOf[one]))),
      /** Aircraft that the file is made for; null: any. */
      droneModels: modelsAsked(asked.drone_model_keys, asked.payload_model_key),
      none: asked.action_type === '1',
    };
  });

/** Key of the camera that an aircraft is built with; null: it has none of its own. */
const payloadOf = (droneModel: string | null): string | null => {
  const [type, subtype] = deviceModels.find(({ key }) => key === droneModel)?.mainCamera?.split('-') ?? [];
  return type === undefined || subtype === undefined ? null : `1-${type}-${subtype}`;
};

function modelsAsked(drones: readonly string[], payloads: readonly string[]): string[] | null {
  if (drones.length === 0 && payloads.length === 0) return null;
  const known = drones.length > 0 ? drones : deviceModels.map(({ key }) => key);
  return payloads.length === 0 ? [...known] : known.filter((key) => payloads.includes(payloadOf(key) ?? ''));
}

export interface PilotRoute {
  oid: string;
  name: string;
  type: string;
  droneModel: string | null;
  objectKey: string;
  /** MD5 of the file in hex; null: it is not there. */
  sign: string | null;
  favourite: boolean;
  createdBy: string;
  /** Epoch ms. */
  updatedAt: number;
  start: { lng: number; lat: number } | null;
}

const routeItem = z.object({
  id: z.string(),
  name: z.string(),
  drone_model_key: z.string(),
  payload_model_keys: z.array(z.string()),
  template_types: z.array(z.number().int()),
  action_type: z.number().int(),
  favorited: z.boolean(),
  sign: z.string(),
  object_key: z.string(),
  user_name: z.string(),
  create_time: z.number().int(),
  update_time: z.number().int(),
  // The misspelling is part of the wire.
  start_wayline_point: z.object({ start_latitude: z.number(), start_lontitude: z.number() }).optional(),
});

export const routesAnswered = z.object({
  list: z.array(routeItem),
  pagination: z.object({ page: z.number().int(), page_size: z.number().int(), total: z.number().int() }),
});

export const toRouteItem = (route: PilotRoute): z.input<typeof routeItem> => {
  const payload = payloadOf(route.droneModel);
  return {
    id: route.oid,
    name: route.name,
    drone_model_key: route.droneModel ?? '',
    payload_model_keys: payload === null ? [] : [payload],
    template_types: [templateOf[route.type] ?? 0],
    action_type: 0,
    favorited: route.favourite,
    sign: route.sign ?? '',
    object_key: route.objectKey,
    user_name: route.createdBy,
    create_time: route.updatedAt,
    update_time: route.updatedAt,
    ...(route.start
      ? { start_wayline_point: { start_latitude: route.start.lat, start_lontitude: route.start.lng } }
      : {}),
  };
};

export const namesAsked = z
  .object({ ...workspace, name: repeated(name, limits.pilot.listMost) })
  .transform(({ w, name: names }) => ({ w, names }));
export const namesAnswered = z.array(z.string());

const ids = repeated(z.uuid(), limits.pilot.listMost);
/** The identifiers stand in the query, or in the body under one of two names. */
export const favouritesAsked = z
  .object({ ...workspace, id: ids, ids })
  .transform(({ w, id, ids: more }) => ({ w, oids: [...new Set([...id, ...more])] }))
  .refine(({ oids }) => oids.length > 0, { path: ['id'] });

export const routeUploaded = z
  .object({
    ...workspace,
    name,
    object_key: objectKey,
    metadata: z.object({
      drone_model_key: rawText(64).optional(),
      payload_model_keys: z.array(rawText(64)).max(20).optional(),
      template_types: z.array(z.number().int().min(0).max(mostWhole)).max(20).optional(),
    }),
  })
  .transform(({ w, name: given, object_key: key }) => ({ w, name: given, objectKey: key }));
