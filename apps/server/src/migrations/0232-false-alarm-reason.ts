import { sql, type Kysely } from 'kysely';

const names = (zh: string, en: string, ar: string): string => JSON.stringify({ zh, en, ar });
/** What organisations of before begin with; later ones are filled when they are made. */
const group = names('误报原因', 'Reasons of false alarms', 'أسباب الإنذارات الكاذبة');
const codes = [
  ['shadow', 1, names('阴影或反光', 'Shadow or reflection', 'ظل أو انعكاس')],
  ['dirt', 2, names('污渍或水迹', 'Dirt or water', 'اتساخ أو ماء')],
  ['otherThing', 3, names('识别为其他物体', 'Something else', 'شيء آخر')],
  ['harmless', 4, names('正常状态', 'As it should be', 'حالة سليمة')],
  ['twice', 5, names('重复识别', 'Found twice', 'كُشف مرتين')],
  ['unclear', 6, names('图像不清晰', 'Picture not clear', 'صورة غير واضحة')],
] as const;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into dictionary_group (oid, group_root, key, names)
    select gen_random_uuid(), organisation.oid, 'falseAlarmReason', ${group}::jsonb from organisation
    on conflict do nothing`.execute(db);
  for (const [code, position, named] of codes)
    await sql`insert into dictionary_code (oid, group_root, dictionary_group_oid, code, names, position)
      select gen_random_uuid(), group_root, oid, ${code}, ${named}::jsonb, ${position}::int from dictionary_group
      where key = 'falseAlarmReason' on conflict do nothing`.execute(db);
  // How a finding stood before a verdict, so that whoever gave it can take it back.
  await sql`alter table detection_audit add column before jsonb, add column undone_at timestamptz`.execute(
    db,
  );
};
