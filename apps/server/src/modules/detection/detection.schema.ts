import type { Verdict, detectionKinds, detectionStates, detectorTaskStates } from '@eyrie/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Json, Made } from '../../platform/postgres/columns.ts';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    detection: {
      oid: string;
      group_root: string;
      group_oid: string;
      name: string;
      model: string;
      model_version: string;
      source_id: string;
      kind: Generated<(typeof detectionKinds)[number]>;
      flight_oid: string | null;
      state: Generated<(typeof detectionStates)[number]>;
      message: Generated<string>;
      created_by: string;
      created_at: Made;
    };
    detection_outcome: {
      oid: string;
      group_root: string;
      group_oid: string;
      detection_oid: string;
      media_oid: string;
      model: string;
      model_version: string;
      source_id: string;
      x: number;
      y: number;
      width: number;
      height: number;
      picture_width: number;
      picture_height: number;
      class: string;
      /** As its detector called it, where a person called it something else. */
      found_class: string | null;
      other_text: Generated<string>;
      confidence: number | null;
      drawn_by: string | null;
      verdict: Verdict | null;
      verdict_by: string | null;
      verdict_at: Date | null;
      reason: Generated<string>;
      version: Generated<number>;
      sighted_version: number | null;
      /** Metres within which its flight searches. */
      ai_range: ColumnType<number | null, number | null | undefined, never>;
      range_waits: Generated<boolean>;
      ground_distance: number | null;
      ground_error: number | null;
      beyond_range: boolean | null;
      created_at: Date;
    };
    detection_task: {
      oid: string;
      group_root: string;
      group_oid: string;
      flight_oid: string;
      state: Generated<(typeof detectorTaskStates)[number]>;
      message: Generated<string>;
      claim: string | null;
      claimed_by: string | null;
      claimed_until: Date | null;
      claims: Generated<number>;
      detection_oid: string | null;
      created_at: Date;
      ended_at: Date | null;
    };
    detection_task_media: {
      media_oid: string;
      group_root: string;
      flight_oid: string;
      task_oid: string | null;
      read_at: Date;
    };
    defect: {
      oid: string;
      group_root: string;
      group_oid: string;
      class: string;
      lng: number | null;
      lat: number | null;
      radius: number | null;
      first_at: Date;
      last_at: Date;
      sightings: number;
      created_at: Date;
    };
    defect_sighting: {
      outcome_oid: string;
      group_root: string;
      group_oid: string;
      defect_oid: string | null;
      media_oid: string;
      class: string;
      lng: number | null;
      lat: number | null;
      radius: number | null;
      seen_at: Date;
      hand: string | null;
    };
    defect_change: {
      oid: string;
      group_root: string;
      group_oid: string;
      kind: 'merge' | 'split';
      member_oid: string;
      at: Date;
      outcome_oids: string[];
      hands_before: (string | null)[];
      hands_after: (string | null)[];
      undone_at: Date | null;
    };
    detection_lock: {
      detection_oid: string;
      media_oid: string;
      group_root: string;
      member_oid: string;
      since: Date;
      until: Date;
    };
    detection_reviewed: {
      detection_oid: string;
      media_oid: string;
      member_oid: string;
      group_root: string;
      at: Date;
    };
    detection_audit: {
      oid: string;
      group_root: string;
      outcome_oid: string;
      member_oid: string;
      at: Date;
      verdict: Verdict;
      box: Json;
      class: string;
      other_text: string;
      reason: string;
      before: Json | null;
      undone_at: Date | null;
      rule_oid: string | null;
      rule_waits: Generated<boolean>;
      sample_oid: string | null;
    };
    detection_sample: {
      oid: string;
      group_root: string;
      group_oid: string;
      detection_oid: string;
      class: string;
      least: number;
      most: number;
      created_by: string;
      created_at: Date;
      decided_by: string | null;
      decided_at: Date | null;
      verdict: Verdict | null;
      decided: Generated<number>;
    };
    detection_sample_outcome: {
      sample_oid: string;
      outcome_oid: string;
      group_root: string;
      drawn: boolean;
    };
  }
}
