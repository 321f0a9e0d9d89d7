import type { SpooledFile } from '../../../platform/http/endpoint.ts';
import type { Objects } from '../../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../../platform/runtime.ts';
import type { LayerThreads } from '../layer-threads.ts';
import type { UploadRequest } from '../layer-upload.ts';
import type { Processing, PublishProcessing } from '../layer.deps.ts';
import type { Engine } from './engine.ts';
import type { ClaimedTask } from './photogrammetry.store.ts';
import type { UnpackAnswer, UnpackQuestion } from './result-unpack.ts';

/** Makes a layer of a file as if the member who asked had sent it. @param also is done in the same transaction */
export type TakeFile = (
  task: ClaimedTask,
  file: SpooledFile,
  request: UploadRequest,
  also: (trx: DbOrTrx, layerOID: string) => Promise<void>,
) => Promise<void>;

export interface FollowDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'log'>;
  objects: Pick<Objects, 'get'>;
  /** Where what the engine made lies while layers are made of it. */
  dataDir: string;
  engine: Engine;
  publish: PublishProcessing;
  take: TakeFile;
  /** Takes one output out of what the engine made, in a thread. */
  unpack(question: UnpackQuestion): Promise<UnpackAnswer>;
}

const kindOf = { orthophoto: 'ortho', model: 'oblique', cloud: 'pointCloud' } as const;

/** Says to open consoles how far a task is. */
export const publishTask = (
  { publish }: Pick<FollowDeps, 'publish'>,
  task: Pick<ClaimedTask, 'oid' | 'flightOID' | 'groupRoot' | 'groupOID'>,
  { state, percent }: Pick<Processing, 'state' | 'percent'>,
  outputs: readonly { output: keyof typeof kindOf; layerOID: string | null }[],
): void => {
  for (const { output, layerOID } of outputs)
    publish(task, {
      kind: kindOf[output],
      jobOID: task.oid,
      flightOID: task.flightOID,
      state,
      percent: Math.floor(percent),
      resultOID: layerOID,
    });
};

/** Where in 0 to 100 of a whole task its steps end: photos are sent, the engine computes, what it made becomes layers. */
export const shares = { sent: 20, computed: 90 } as const;

export const dateAfter = ({ runtime }: Pick<FollowDeps, 'runtime'>, ms = 0): Date =>
  new Date(Math.round(runtime.serverTime()) + ms);

const nothing = new Uint8Array();

export const unpackIn =
  ({ results }: Pick<LayerThreads, 'results'>): FollowDeps['unpack'] =>
  (question) =>
    results.parse(nothing, JSON.stringify(question));
