import { z } from 'zod';
import type { Resource } from '../permission/resources.ts';
import { oid, sentInstant } from '../shape.ts';

export const backgroundStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type BackgroundState = (typeof backgroundStates)[number];

/** Kinds of background work and what each is about; rooms add theirs here. */
export const workKinds = [
  'backup',
  'diagnosis',
  'auditVerify',
  'layerTiles',
  'layerCloud',
  'layerSurface',
  'videoTranscode',
] as const;
export type WorkKind = (typeof workKinds)[number];

/** Kinds that take minutes of a core for one file of one organisation, or hours. */
export const longWorkKinds = [
  'layerTiles',
  'layerCloud',
  'layerSurface',
  'videoTranscode',
] as const satisfies readonly WorkKind[];

/** Queues of background work: nobody waits behind what takes minutes, and what takes minutes does not wait behind hours of film. */
export const workQueues = ['short', 'long', 'video'] as const;
export type WorkQueueName = (typeof workQueues)[number];

/** In which queue work of a kind waits. */
export const workQueueOf = (kind: string): WorkQueueName => {
  if (kind === 'videoTranscode') return 'video';
  return longWorkKinds.some((one) => one === kind) ? 'long' : 'short';
};

/** The right that one needs to see work of a kind, to try it again and to cancel it. */
export const workRights: Readonly<Record<WorkKind, Resource>> = {
  backup: 'platform:operate',
  diagnosis: 'platform:operate',
  auditVerify: 'audit-log:view',
  layerTiles: 'layer:edit',
  layerCloud: 'layer:edit',
  layerSurface: 'layer:edit',
  videoTranscode: 'media:edit',
};

/** Work in the background as people see it. */
export const workRecord = z.object({
  oid,
  kind: z.enum(workKinds),
  state: z.enum(backgroundStates),
  /** 0 to 1. */
  progress: z.number(),
  /** What it does at the moment, as our own short id. */
  step: z.string().nullable(),
  /** Who asked for it; null: the instance by itself. */
  owner: z.object({ oid, name: z.string() }).nullable(),
  /** What came of it; what stands in it depends on the kind. */
  result: z.record(z.string(), z.unknown()).nullable(),
  /** Why it failed, in short. */
  error: z.string().nullable(),
  attempts: z.number().int(),
  createdAt: sentInstant,
  startedAt: sentInstant.nullable(),
  endedAt: sentInstant.nullable(),
  /** Last sign of life. */
  updatedAt: sentInstant,
  allowed: z.array(z.string()),
});
export type WorkRecord = z.output<typeof workRecord>;
