import type {
  LiveLookFault,
  ModelFault,
  ModelState,
  modelPictureStates,
  modelRunStates,
} from '@eyrie/domain';
import type { Generated } from 'kysely';
import type { Json, JsonDefault } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    detector_model: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      model_version: string;
      manifest: Json;
      file_name: string;
      object_key: string;
      size: number | string;
      hash: string;
      state: Generated<ModelState>;
      fault: ModelFault | null;
      detail: Generated<string>;
      claimed_until: Date | null;
      claims: Generated<number>;
      on_since: Date | null;
      on_by: string | null;
      tried_at: Date | null;
      created_by: string;
      created_at: Date;
    };
    detector_model_run: {
      oid: string;
      group_root: string;
      group_oid: string;
      model_oid: string;
      task_oid: string | null;
      state: Generated<(typeof modelRunStates)[number]>;
      fault: ModelFault | null;
      detail: Generated<string>;
      claim: string | null;
      claimed_until: Date | null;
      claims: Generated<number>;
      detection_oid: string | null;
      created_by: string;
      created_at: Date;
      ended_at: Date | null;
    };
    detector_model_picture: {
      run_oid: string;
      media_oid: string;
      group_root: string;
      state: Generated<(typeof modelPictureStates)[number]>;
      fault: ModelFault | null;
      width: number | null;
      height: number | null;
      took: number | null;
      boxes: JsonDefault;
    };
    detector_model_live: {
      oid: string;
      group_root: string;
      group_oid: string;
      flight_oid: string;
      dock_oid: string;
      video_id: string;
      stream: string;
      state: Generated<'running' | 'over'>;
      models: Generated<string[]>;
      frames: Generated<number>;
      findings: Generated<number>;
      photos: Generated<number>;
      frame_hash: string | null;
      last_at: Date | null;
      fault: LiveLookFault | null;
      next_at: Date;
      claim: string | null;
      created_at: Date;
      ended_at: Date | null;
    };
  }
}
