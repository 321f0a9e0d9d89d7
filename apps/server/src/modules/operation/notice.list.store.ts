import { sql } from 'kysely';
import type { NoticeState } from '@eyrie/domain';
import { readingOf } from '../../platform/list/index.ts';
import type { StoredNotice } from './notice.store.ts';

const open = (at: Date) => sql<boolean>`(notice.ended_at is null and notice.until_at > ${at})`;
const states = {
  over: (at: Date) => sql<boolean>`not ${open(at)}`,
  planned: (at: Date) => sql<boolean>`(${open(at)} and notice.from_at > ${at})`,
  current: (at: Date) => sql<boolean>`(${open(at)} and notice.from_at <= ${at})`,
};

/** Of the own organisation and of the whole instance. */
export const notices = readingOf({
  table: 'notice',
  scope: ({ caller }) =>
    sql<boolean>`(notice.group_root = ${caller.groupRoot}::uuid or notice.group_root is null)`,
  name: 'kind',
  columns: {
    oid: 'oid',
    kind: 'kind',
    groupRoot: 'group_root',
    level: 'level',
    texts: 'texts',
    from: 'from_at',
    until: 'until_at',
    onSignIn: 'on_sign_in',
    createdAt: 'created_at',
    endedAt: 'ended_at',
    author: sql<StoredNotice['author']>`(select jsonb_build_object(
      'oid', member.oid, 'name', member.name, 'groupRoot', member.group_root)
      from member where member.oid = notice.created_by)`,
  },
  filters: {
    /** Those in a state at a moment. */
    being: ({ state, at }: { state: NoticeState; at: Date }) => states[state](at),
  },
  sort: { '-createdAt': sql`notice.created_at desc, notice.oid desc` },
  order: '-createdAt',
});
