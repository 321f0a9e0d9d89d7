import type { Objects } from '../../platform/objects/index.ts';
import type { SourceFetch } from '../../platform/outgoing.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Seal } from '../../platform/seal.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { Engine } from './photogrammetry/engine.ts';
import type { LayerThreads } from './layer-threads.ts';
import type { SurfaceParser } from './surface-parser.ts';
import type { Work } from '../operation/index.ts';

/** How the making of a layer stands, for consoles that are open. */
export interface Processing {
  kind: 'ortho' | 'oblique' | 'pointCloud';
  jobOID: string;
  flightOID: string | null;
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  percent: number;
  resultOID: string | null;
}
export type PublishProcessing = (of: { groupRoot: string; groupOID: string }, processing: Processing) => void;

export interface LayerDeps {
  publish: PublishProcessing;
  runtime: Runtime;
  audit: AuditLog;
  department: Pick<DepartmentRoom, 'requireVisible'>;
  objects: Objects;
  threads: LayerThreads;
  /** Reads what models say stands on the ground. */
  surfaceParser: SurfaceParser;
  seal: Seal;
  /** Asks the servers that layers come from: for pictures, and for models and meshes, which are larger. */
  fetch: SourceFetch;
  fetchLarge: SourceFetch;
  /** Makes tiles of what was sent, in the background. */
  work: Pick<Work, 'add' | 'register'>;
  /** Where files lie while tiles are made of them. */
  dataDir: string;
  /** The outside photogrammetry engine; null: there is none. */
  engine: Engine | null;
}
