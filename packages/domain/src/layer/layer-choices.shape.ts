import { z } from 'zod';
import { limits } from '../limits.ts';
import type { LayerChange, LayerChoices } from './layer-choices.ts';

/** No name of a thing that must be there: what was deleted meanwhile is ignored. */
const layerOid = z.uuid();
const most = limits.layer.most;
const byLayer = <T extends z.ZodType>(value: T) =>
  z.record(layerOid, value).refine((all) => Object.keys(all).length <= most);

const fields = {
  shown: byLayer(z.boolean()),
  opacity: byLayer(z.number().min(0).max(1)),
  order: z.array(layerOid).max(most),
  only3D: z.boolean(),
};

/** What a member chose for layers, as it is sent and kept. */
export const layerChoices = z.object(fields) satisfies z.ZodType<LayerChoices>;
export const layerChange = z.object({
  reset: z.boolean().optional(),
  ...z.object(fields).partial().shape,
}) satisfies z.ZodType<LayerChange>;
