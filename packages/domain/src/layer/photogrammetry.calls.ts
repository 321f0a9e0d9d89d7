import { z } from 'zod';
import { call } from '../call.ts';
import { byOid, oid } from '../shape.ts';
import {
  engineStates,
  photogrammetryOutputs,
  photogrammetryRecord,
  photographedFlight,
} from './photogrammetry.ts';

const readers = ['/AchievementDisplay'] as const;
const editors = ['layer:edit'] as const;
/** Missing: of all flights. */
const ofFlight = z.object({ flightOID: oid.optional() });
const path = '/nebula-five/photogrammetry';

export const photogrammetryCalls = {
  query: call({
    method: 'POST',
    path: `${path}/query.rest`,
    effect: 'reads',
    summary:
      'How the outside photogrammetry engine stands, and what was asked of it for flights of the own department and below, the newest first',
    permission: readers,
    request: ofFlight,
    response: z.object({
      engine: z.enum(engineStates),
      /** Photos that the engine takes for one task; null: any number. */
      maxPhotos: z.number().int().nullable(),
      count: z.number().int(),
      list: z.array(photogrammetryRecord),
    }),
  }),
  flights: call({
    method: 'POST',
    path: `${path}/flights.rest`,
    effect: 'reads',
    summary: 'Flights with photos of which a map, a model or a point cloud can be made, the newest first',
    permission: readers,
    request: ofFlight,
    response: z.object({ count: z.number().int(), list: z.array(photographedFlight) }),
  }),
  begin: call({
    method: 'POST',
    path: `${path}/begin.rest`,
    effect: 'changes',
    audit: 'photogrammetry.begin',
    refuses: ['photogrammetryEngine', 'photogrammetryOpen', 'photogrammetryPhotos'],
    summary: 'Have the outside engine make something of the photos of a flight; each output becomes a layer',
    permission: editors,
    request: z.object({
      flightOID: oid,
      outputs: z.array(z.enum(photogrammetryOutputs)).min(1).max(photogrammetryOutputs.length),
    }),
    response: photogrammetryRecord,
  }),
  cancel: call({
    method: 'POST',
    path: `${path}/cancel.rest`,
    effect: 'changes',
    audit: 'photogrammetry.cancel',
    refuses: ['photogrammetryState'],
    summary: 'Give up what was asked of the outside engine, which is ended there too',
    permission: editors,
    request: byOid,
    response: photogrammetryRecord,
  }),
  retry: call({
    method: 'POST',
    path: `${path}/retry.rest`,
    effect: 'changes',
    audit: 'photogrammetry.retry',
    refuses: ['photogrammetryEngine', 'photogrammetryOpen', 'photogrammetryState'],
    summary: 'Ask the outside engine again for what failed or was given up',
    permission: editors,
    request: byOid,
    response: photogrammetryRecord,
  }),
  log: call({
    method: 'POST',
    path: `${path}/log.rest`,
    effect: 'reads',
    summary: 'The last lines that the outside engine wrote about a task',
    permission: readers,
    request: byOid,
    response: z.object({ lines: z.array(z.string()) }),
  }),
};
