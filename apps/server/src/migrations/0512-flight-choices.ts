import { sql, type Kysely } from 'kysely';

/** The release before arranges flights without these choices, and leaves them as they are. */
export const additive = true;

const statements = [
  `alter table flight
    -- Codes of the code table aiType: what its pictures are searched for.
    add column ai_types text[] not null default '{}',
    -- From how far, m.
    add column ai_range integer,
    add column work_order_type text,
    -- Null: of a flight of before, or by hand; who arranged it flies it.
    add column assignee_oid uuid references member (oid),
    add column assignment text not null default 'manual',
    add column controller_oid uuid references device (oid),
    add column gimbal_oid uuid references device (oid),
    -- When its assignee was notified, and when they acknowledged it.
    add column assignee_notified_at timestamptz,
    add column acknowledged_at timestamptz`,
  `create index flight_to_notify on flight (created_at)
    where assignee_notified_at is null and assignee_oid is not null and assignee_oid <> executor_oid`,
  `create index flight_of_assignee on flight (assignee_oid, created_at desc) where assignee_oid is not null`,
  // Samples of a class, the last ones first.
  `create index detection_outcome_confirmed on detection_outcome (group_root, class, verdict_at desc)
    where verdict = 'confirmed'`,
  'alter table work_order add column type text',
];

const names = (zh: string, en: string, ar: string): string => JSON.stringify({ zh, en, ar });
/** What organisations of before begin with; later ones are filled when they are made. */
const groups = {
  aiType: {
    names: names('AI分析类型', 'AI types', 'أنواع التحليل الذكي'),
    codes: [
      ['crack', names('裂缝', 'Crack', 'شق')],
      ['smoke', names('烟火', 'Smoke or fire', 'دخان أو نار')],
      ['person', names('人员', 'Person', 'شخص')],
      ['vehicle', names('车辆', 'Vehicle', 'مركبة')],
      ['waste', names('垃圾堆放', 'Waste', 'نفايات')],
      ['water', names('积水', 'Standing water', 'مياه راكدة')],
    ],
  },
  workOrderType: {
    names: names('工单类型', 'Work-order types', 'أنواع أوامر العمل'),
    codes: [
      ['inspection', names('巡检', 'Inspection', 'تفتيش')],
      ['repair', names('维修', 'Repair', 'إصلاح')],
      ['cleaning', names('清理', 'Cleaning', 'تنظيف')],
      ['emergency', names('应急处置', 'Emergency', 'طوارئ')],
    ],
  },
} as const;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const [key, group] of Object.entries(groups)) {
    await sql`insert into dictionary_group (oid, group_root, key, names)
      select gen_random_uuid(), organisation.oid, ${key}, ${group.names}::jsonb from organisation
      on conflict do nothing`.execute(db);
    for (const [at, [code, named]] of group.codes.entries())
      await sql`insert into dictionary_code (oid, group_root, dictionary_group_oid, code, names, position)
        select gen_random_uuid(), group_root, oid, ${code}, ${named}::jsonb, ${at + 1}::int from dictionary_group
        where key = ${key} on conflict do nothing`.execute(db);
  }
};
