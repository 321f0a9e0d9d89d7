import { sql } from 'kysely';
import type { WorkKind, WorkRecord } from '@eyrie/domain';
import { column, equals, readingOf } from '../../platform/list/index.ts';

/** Work of an organisation. */
export const works = readingOf({
  table: 'work',
  scope: 'organisation',
  name: 'kind',
  columns: {
    oid: 'oid',
    kind: column<WorkKind>('kind'),
    state: 'state',
    progress: 'progress',
    step: 'step',
    owner: sql<WorkRecord['owner']>`(select jsonb_build_object('oid', member.oid, 'name', member.name)
      from member where member.oid = work.owner_oid)`,
    result: 'result',
    error: 'error',
    attempts: 'attempts',
    createdAt: 'created_at',
    startedAt: 'started_at',
    endedAt: 'ended_at',
    updatedAt: 'updated_at',
  },
  filters: {
    /** Those that the caller may see. */
    kinds: (value: readonly WorkKind[]) => sql<boolean>`work.kind = any(${[...value]}::text[])`,
    state: equals('work.state'),
    kind: equals('work.kind'),
    oid: equals('work.oid'),
  },
  sort: { '-createdAt': sql`work.created_at desc` },
  order: '-createdAt',
});
